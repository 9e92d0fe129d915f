// Says that frames are being dropped, and why.
import type { Transport } from '../../client/api.ts';

const WHY = {
  decoder: 'The file is too heavy for this player.',
  output: 'The screen mode, or scaling to it, is too much for this player.',
} as const;

export const Losing = ({ losses }: { readonly losses: NonNullable<Transport['losses']> }) => {
  const { bottleneck, framesDropped } = losses;
  if (bottleneck === null) return null;
  const frames = framesDropped === 1 ? 'frame' : 'frames';
  return (
    <span class="trouble" role="status">
      {framesDropped} {frames} dropped. {WHY[bottleneck]}
    </span>
  );
};
