// What is typed into a field until it is saved: what somebody else saves meanwhile does not overwrite it, nor is it overwritten unseen.
import { useRef, useState } from 'preact/hooks';

interface Draft {
  readonly text: string;
  /** A value that somebody else has saved since the typing began. */
  readonly theirs: string | undefined;
  readonly type: (text: string) => void;
  /** Drops the draft for the device's value. */
  readonly drop: () => void;
  /** Saves the draft, also over a value of somebody else. @param work resolves to true when the device accepted it */
  readonly save: (work: () => Promise<boolean>) => void;
}

/** @param value the device's value */
export const useDraft = (value: string): Draft => {
  const [typed, setTyped] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const begunAt = useRef(value);
  /** Saved by this draft itself. */
  const own = useRef<string | undefined>(undefined);
  const isOther = typed !== undefined && ![begunAt.current, own.current, typed].includes(value);
  const drop = (): void => setTyped(undefined);
  return {
    text: typed ?? value,
    theirs: isOther && !isSaving ? value : undefined,
    type: (text) => {
      if (typed === undefined) {
        begunAt.current = value;
        own.current = undefined;
      }
      setTyped(text);
    },
    drop,
    save: (work) => {
      setSaving(true);
      own.current = typed;
      // Accepted or rejected, the device's value counts; what was typed meanwhile stays.
      void work().finally(() => {
        setSaving(false);
        setTyped((now) => (now === typed ? undefined : now));
      });
    },
  };
};

/** Reports the conflict and offers both values. @param props.save saves the draft */
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
