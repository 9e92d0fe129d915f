// The talkgroup API of a peer's owner: what each operation answers, without the HTTP around it.
import { AppError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Network } from '../network.ts';
import { createRateLimit } from '../rate-limit.ts';
import { hasApiForm } from '../registry/peer-id.ts';
import type { Peer } from '../registry/peers.ts';
import { isToken } from '../registry/tokens.ts';
import type { ApiStatus } from '../telemetry/counters.ts';
import { type Form, parseForm, parseToken } from './form.ts';
import { API_OPERATIONS, type ApiOperation } from './operations.ts';

interface ApiCall {
  readonly operation: ApiOperation;
  /** The form-encoded body. */
  readonly body: string;
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** Address of the caller. */
  readonly address: string;
}

export interface ApiAnswer {
  readonly status: ApiStatus;
  /** True for JSON data, false for a plain word. */
  readonly isData: boolean;
  readonly body: string;
  /** The same; one for all who get a long answer, so that those who do not read it take no memory. */
  readonly bytes?: Buffer;
}

export interface TalkgroupApi {
  /** Never throws. */
  answer(call: ApiCall): ApiAnswer;
}

/** The error answer, a single word. */
export const refusal = (status: ApiStatus): ApiAnswer => ({ status, isData: false, body: 'invalid' });

const FAILURES = { max: 10, withinSeconds: 60 };

/** JSON of operations that answer with the same array again. */
const toJson = (() => {
  const made = new WeakMap<object, Pick<ApiAnswer, 'body' | 'bytes'>>();
  return (data: unknown): Pick<ApiAnswer, 'body' | 'bytes'> => {
    if (!Array.isArray(data)) return { body: JSON.stringify(data) };
    const known = made.get(data);
    if (known !== undefined) return known;
    const body = JSON.stringify(data);
    const json = { body, bytes: Buffer.from(body) };
    made.set(data, json);
    return json;
  };
})();

export const createTalkgroupApi = ({
  network,
  log,
}: {
  readonly network: Network;
  readonly log: Log;
}): TalkgroupApi => {
  const { clock, peers } = network;
  const failures = createRateLimit({ ...FAILURES, clock });

  /** Takes the same steps for known and unknown peers. */
  const authenticate = (form: Form, authorization: string | undefined): Peer | undefined => {
    const id = form.get('peer') ?? '';
    if (!hasApiForm(id)) throw new AppError('invalid-value', 'The peer is not 7 or 9 digits.');
    const record = peers.get(id.startsWith('0') ? 0 : Number(id));
    return isToken(parseToken(form, authorization), record?.tokenHash) ? record : undefined;
  };

  const answer = ({ operation, body, authorization, address }: ApiCall): ApiAnswer => {
    const form = parseForm(body);
    const peer = authenticate(form, authorization);
    // The right token is always accepted, whatever was tried from its address.
    if (peer === undefined) {
      if (failures.isReached(address)) return refusal(429);
      failures.count(address);
      return refusal(401);
    }
    const data = API_OPERATIONS[operation].run(network, peer, form);
    return data === undefined
      ? { status: 200, isData: false, body: 'OK' }
      : { status: 200, isData: true, ...toJson(data) };
  };

  return {
    answer: (call) => {
      try {
        return answer(call);
      } catch (error) {
        if (error instanceof AppError) return refusal(400);
        log.error(`${call.operation} failed: ${toMessage(error)}`);
        return refusal(500);
      }
    },
  };
};
