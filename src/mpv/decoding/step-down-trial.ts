// After a step down the next way is on trial: when it fails alike, the one before was not to blame.
import type { Clock } from '../../base/clock.ts';
import type { FailedWay, StepDown, Ways } from './step-down.ts';

/** Longer than mpv is given for a picture. */
const TRIAL_SECONDS = 8;

interface Trial {
  /**
   * @param ways the failed way and those after it
   * @param share of the frames that were lost; 0 for another failure
   */
  begin(failed: FailedWay, ways: Ways, share: number): void;
  /**
   * The last way has failed.
   * @returns the ways to go back to: one of them dropped fewer frames
   */
  fails(failed: FailedWay, share: number): Ways | undefined;
  /** No way shows the file: so none was to blame. */
  dissolve(): void;
  isOn(): boolean;
  end(): void;
}

export const createTrial = (deps: { readonly clock: Clock; readonly stepDown: StepDown }): Trial => {
  const { clock, stepDown } = deps;
  let before: readonly { readonly failed: FailedWay; readonly ways: Ways; readonly share: number }[] = [];
  let endsAt = Number.NEGATIVE_INFINITY;
  const isOn = (): boolean => clock.nowSeconds() < endsAt;
  const end = (): void => {
    endsAt = Number.NEGATIVE_INFINITY;
  };
  return {
    begin: (failed, ways, share) => {
      before = [...(isOn() ? before : []), { failed, ways, share }];
      endsAt = clock.nowSeconds() + TRIAL_SECONDS;
    },
    fails: (failed, share) => {
      const alike = isOn() ? before.filter((one) => one.failed.failure === failed.failure) : [];
      end();
      if (alike.length === 0) stepDown.keep(failed);
      for (const one of alike) stepDown.takeBack(one.failed);
      const [best] = [...alike].sort((one, other) => one.share - other.share);
      return best !== undefined && best.share < share ? best.ways : undefined;
    },
    dissolve: () => {
      for (const one of isOn() ? before : []) stepDown.takeBack(one.failed);
      end();
    },
    isOn,
    end,
  };
};
