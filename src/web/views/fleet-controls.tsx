// GO, stop and black for all players or for those of a group, and what each of them made of it.
import { useState } from 'preact/hooks';
import { isSafe, recordAction, settledOnAir } from '../actions/safe.ts';
import { isBounce } from '../actions/show-actions.ts';
import { call, type FleetOutcome, type FleetPlayer } from '../client/api.ts';
import { attempt, confirm } from '../components/toasts.tsx';
import { toTally } from '../format/tally.ts';

interface Control {
  readonly label: string;
  readonly do: 'go' | 'stop' | 'fade';
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Takes something from what the audience sees; GO and the picture's return ask nothing, as everywhere. */
  readonly asks?: true;
}

const CONTROLS: readonly Control[] = [
  { label: 'GO', do: 'go' },
  { label: 'Stop', do: 'stop', asks: true },
  { label: 'Black', do: 'fade', parameters: { to: 'black', seconds: 0 }, asks: true },
  { label: 'Picture', do: 'fade', parameters: { to: 'picture', seconds: 0 } },
];

const ALL = 'All players';

interface Result {
  readonly label: string;
  readonly outcomes?: readonly FleetOutcome[];
}

const isMeant = ({ groups }: FleetPlayer, group: string): boolean => group === '' || groups.includes(group);

/** With Safe on, asks when a player that is meant plays. */
const mayDo = async ({ label, asks }: Control, group: string): Promise<boolean> => {
  if (asks === undefined || !isSafe()) return true;
  // What was pressed before may still put something on air.
  await settledOnAir();
  const { players } = await call('get', '/fleet');
  const count = players.filter(
    (player) => player.isOnline && toTally(player) === 'running' && isMeant(player, group),
  ).length;
  return count === 0 || confirm(`${group || ALL}: ${count} on air. ${label}?`, label);
};

export const FleetControls = ({ players }: { readonly players: readonly FleetPlayer[] }) => {
  const [group, setGroup] = useState('');
  const [result, setResult] = useState<Result>();
  const groups = [...new Set(players.flatMap((player) => player.groups))].sort();

  const send = async (control: Control): Promise<void> => {
    if (control.do === 'go' && isBounce()) return;
    if (!(await mayDo(control, group))) return;
    const { label, asks: _asks, ...body } = control;
    const mine: Result = { label: `${label} (${group || ALL})` };
    setResult(mine);
    // What was pressed last is shown, whichever answer comes last.
    const show = (next?: Result): void => setResult((now) => (now === mine ? next : now));
    const sent = attempt(async () => {
      const done = await call('post', '/fleet/do', { body: { ...body, ...(group !== '' && { group }) } });
      show({ ...mine, outcomes: done.players });
    });
    recordAction(sent);
    if (!(await sent)) show();
  };

  return (
    <>
      <fieldset class="master">
        <legend class="sr">Command</legend>
        <select aria-label="Players" value={group} onChange={({ currentTarget }) => setGroup(currentTarget.value)}>
          <option value="">{ALL}</option>
          {groups.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {CONTROLS.map((control) => (
          <button key={control.label} type="button" onClick={() => void attempt(() => send(control))}>
            {control.label}
          </button>
        ))}
      </fieldset>
      <div role="status">{result && <Outcomes {...result} />}</div>
    </>
  );
};

const Outcomes = ({ label, outcomes }: Result) => {
  if (outcomes === undefined) return <>{label}…</>;
  const open = outcomes.filter(({ outcome }) => outcome !== 'done');
  return (
    <>
      {label}: {outcomes.length - open.length} of {outcomes.length} done
      <ul class="warnings">
        {open.map(({ id, name, outcome, reason }) => (
          <li key={id}>
            {name === id ? id : `${name} (${id})`}: {outcome === 'unknown' && 'unknown. '}
            {reason}
          </li>
        ))}
      </ul>
    </>
  );
};
