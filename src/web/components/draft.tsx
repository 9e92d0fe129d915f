// What is typed into a field until it is saved: what somebody else saves meanwhile does not overwrite it, nor is it overwritten unseen.
import { useRef, useState } from 'preact/hooks';

export interface Draft {
  readonly text: string;
  /** What somebody else has saved since the typing began. */
  readonly theirs: string | undefined;
  readonly type: (text: string) => void;
  /** Back to what the device has. */
  readonly drop: () => void;
  /** Saves what is typed, also in the place of what somebody else has saved. @param work resolves to whether the device took it */
  readonly save: (work: () => Promise<boolean>) => void;
}

/** @param value as the device has it */
export const useDraft = (value: string): Draft => {
  const [typed, setTyped] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const begunAt = useRef(value);
  const isOther = typed !== undefined && value !== begunAt.current && value !== typed;
  const drop = (): void => setTyped(undefined);
  return {
    text: typed ?? value,
    theirs: isOther && !isSaving ? value : undefined,
    type: (text) => {
      if (typed === undefined) begunAt.current = value;
      setTyped(text);
    },
    drop,
    save: (work) => {
      setSaving(true);
      // Refused or taken, the device has the last word.
      void work().finally(() => {
        setSaving(false);
        drop();
      });
    },
  };
};

/** Says who was first, and offers both. @param props.save what is typed */
export const Conflict = ({ draft, save }: { readonly draft: Draft; readonly save: () => void }) => {
  if (draft.theirs === undefined) return null;
  return (
    <div class="conflict" role="alert">
      <span>
        Somebody else saved “{draft.theirs}” first; yours, “{draft.text}”, is not saved.
      </span>
      <button type="button" onClick={draft.drop}>
        Keep “{draft.theirs}”
      </button>
      <button type="button" onClick={save}>
        Save “{draft.text}”
      </button>
    </div>
  );
};
