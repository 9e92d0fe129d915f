// A text that is copied with one press.
import { notify } from './toasts.tsx';

export const Copyable = ({ text }: { readonly text: string }) => (
  <span class="copyable">
    <code>{text}</code>
    <button type="button" aria-label={`Copy ${text}`} onClick={() => void copy(text)}>
      Copy
    </button>
  </span>
);

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page over plain HTTP has no clipboard API.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  notify(`${text} is copied.`, { milliseconds: 2000 });
};
