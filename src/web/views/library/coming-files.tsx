// Files that were found in the clips folder and are still examined: each becomes a clip by itself.
import type { Clip } from '../../client/api.ts';
import { coming } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { Windowed } from '../../components/windowed.tsx';

const drawRow = ({ file }: Clip) => (
  <li class="coming-row">
    <span class="name">{file}</span>
    <span class="facts">Being examined…</span>
  </li>
);

const toCount = (count: number): string =>
  count === 1 ? '1 more file is being examined.' : `${count} more files are being examined.`;

export const ComingFiles = () => {
  const files = useStore(coming, (all) => all);
  return (
    <section class="coming">
      <p class="count" role="status">
        {files.length > 0 && toCount(files.length)}
      </p>
      {files.length > 0 && <Windowed as="ol" class="rows" items={files} draw={drawRow} />}
    </section>
  );
};
