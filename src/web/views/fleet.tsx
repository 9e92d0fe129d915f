// The Fleet view: every player at the broker, with its picture, state, remaining time and faults.
import { useEffect, useState } from 'preact/hooks';
import { call, type Fleet, type FleetPlayer, toUrl } from '../client/api.ts';
import { link } from '../client/event-stream.ts';
import { useStore } from '../client/store.ts';
import { toLength } from '../format/format.ts';
import { toStateText, toTally } from '../format/tally.ts';
import { FleetControls } from './fleet-controls.tsx';

/** Players report their position once a second. */
const POLL_INTERVAL_MS = 1000;
const THUMBNAIL_INTERVAL_MS = 5000;

export const FleetView = () => {
  const [fleet, setFleet] = useState<Fleet>();
  const isOpen = useStore(link, (value) => value === 'open');
  useEffect(() => {
    if (!isOpen) return;
    const poll = (): void => void call('get', '/fleet').then(setFleet, () => undefined);
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (fleet === undefined) return <p class="empty">Waiting for the player…</p>;
  return (
    <>
      <h1>Fleet</h1>
      <p class="summary" role="status">
        {isOpen ? toSummary(fleet) : 'The connection to this player is lost: what the players do now is unknown.'}
      </p>
      {fleet.players.length > 0 && <FleetControls players={fleet.players} />}
      <ul class="players">
        {fleet.players.map((player) => (
          <Player key={player.id} player={player} isKnown={fleet.isConnected && isOpen} />
        ))}
      </ul>
    </>
  );
};

const toSummary = ({ hasBroker, isConnected, players }: Fleet): string => {
  if (!hasBroker) return 'This player has no MQTT broker set (CUEDECK_MQTT_URL).';
  if (!isConnected) return 'The broker cannot be reached: what the players are doing is unknown.';
  const faulty = players.filter(({ faults }) => faults.length > 0).length;
  return `${players.length} ${players.length === 1 ? 'player' : 'players'}, ${faulty === 0 ? 'all well' : `${faulty} with faults`}`;
};

const toState = ({ isOnline, state, clipId, armedAt }: FleetPlayer, isKnown: boolean): string => {
  if (!isKnown) return 'Unknown';
  if (!isOnline) return 'Offline';
  if (armedAt !== undefined) return `Starts at ${new Date(armedAt).toLocaleTimeString()}`;
  return clipId === '' ? '' : toStateText({ clipId, state });
};

/** @param props.isKnown true while connected to the broker; otherwise the state may be outdated */
const Player = ({ player, isKnown }: { readonly player: FleetPlayer; readonly isKnown: boolean }) => {
  const { id, name, urls, groups, clip, clipId, isOnline, state, remainingSeconds, loops, faults, tooSlow } = player;
  // Sanitized by this player, since anybody can write to the broker. The server at that address may
  // redirect here, and must not do so in the name of this page.
  const [page] = urls;
  const hasClip = isKnown && isOnline && clipId !== 'splash' && clipId !== '';
  const tally = hasClip ? toTally({ clipId, state }) : undefined;
  return (
    <li
      class="panel"
      data-state={isKnown ? (isOnline ? state : 'offline') : 'unknown'}
      data-tally={tally}
      aria-label={name}
    >
      {hasClip ? <Poster key={clipId} player={player} /> : <span class="poster" />}
      <h2>
        {page === undefined ? (
          name
        ) : (
          <a href={`${page}/`} rel="noreferrer">
            {name}
          </a>
        )}
        {name !== id && <small>{id}</small>}
      </h2>
      <p>
        <b class="state">{toState(player, isKnown)}</b> {hasClip && clip}
      </p>
      {hasClip && (
        <p class="left" title="Remaining time">
          {loops ? '∞' : toLength(remainingSeconds)}
        </p>
      )}
      {groups.length > 0 && <p class="facts">{groups.join(', ')}</p>}
      {isKnown && isOnline && tooSlow.length > 0 && <p class="advice">Too slow for {tooSlow.join(', ')}</p>}
      {isKnown && faults.length > 0 && (
        <ul class="warnings">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </li>
  );
};

const Poster = ({ player: { id, clipId } }: { readonly player: FleetPlayer }) => {
  /** The clip without a picture, which may still be rendering. */
  const [missing, setMissing] = useState<string>();
  useEffect(() => {
    if (missing === undefined) return;
    const timer = setTimeout(() => setMissing(undefined), THUMBNAIL_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [missing]);
  if (missing === clipId) return <span class="poster" />;
  const address = `${toUrl('/fleet/{player}/thumbnail', { player: id })}?v=${encodeURIComponent(clipId)}`;
  return <img class="poster" src={address} alt="" loading="lazy" onError={() => setMissing(clipId)} />;
};
