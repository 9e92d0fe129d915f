// Every topic of a player: where it stands, what it carries, whether the broker keeps it.

/** A topic below the root; ID and GROUP are placeholders. */
interface TopicRow {
  readonly topic: string;
  readonly retained: boolean;
  /** One plain sentence. */
  readonly carries: string;
}

/** Topics that a player publishes. */
export const REPORTS = {
  online: { topic: 'player/ID/online', retained: true, carries: '`online`, or `offline` as last will.' },
  status: { topic: 'player/ID/status', retained: true, carries: 'Clip, transport, device and clock, on every change.' },
  clips: {
    topic: 'player/ID/clips',
    retained: true,
    carries: 'The clip list, when it changes; `playability` is the verdict on how each clip plays.',
  },
  position: {
    topic: 'player/ID/position',
    retained: true,
    carries: 'Position, once a second while a clip plays or a [wait](lists.md#items) runs, and where it stands.',
  },
  refusal: {
    topic: 'player/ID/refusal',
    retained: false,
    carries: 'A refused command whose response topic was missing or refused, as `{"error","code"}`.',
  },
  sync: { topic: 'sync', retained: false, carries: 'Where the leader of a synchronised start is, once a second.' },
} as const satisfies Record<string, TopicRow>;

/** Topics on which a player receives commands. */
export const ADDRESSES = {
  player: { topic: 'player/ID/do/COMMAND', retained: false, carries: 'A command to one player.' },
  group: { topic: 'group/GROUP/do/COMMAND', retained: false, carries: 'A command to every player of a group.' },
  all: { topic: 'all/do/COMMAND', retained: false, carries: 'A command to every player.' },
} as const satisfies Record<string, TopicRow>;

export type Report = keyof typeof REPORTS;

export interface Topics {
  readonly reports: Readonly<Record<Report, string>>;
  /** Topic filters of commands to this player. */
  readonly filters: readonly string[];
  /** Topic of a command to this player alone. */
  toCommand(name: string): string;
  /** True when answers may go there: below `answers` of this root, or where the settings allow it. */
  isForAnswers(topic: string): boolean;
  /** Allowed answer topics, for error texts. */
  readonly answersAllowed: string;
  /** Scope and command of a topic; undefined for any other topic. */
  parse(topic: string): { readonly scope: string; readonly command: string } | undefined;
}

/**
 * @param deps.root without outer slashes; no word contains `/`, `+` or `#`
 * @param deps.answerPrefixes further roots below which answers may go
 * @param deps.discoveryPrefix of Home Assistant; no answer may go there
 */
export const createTopics = (deps: {
  root: string;
  id: string;
  groups: readonly string[];
  answerPrefixes?: readonly string[];
  discoveryPrefix?: string | undefined;
}): Topics => {
  const { root, id, groups, answerPrefixes = [], discoveryPrefix } = deps;
  const answers = `${root}/answers`;
  const isBelow = (topic: string, prefix: string): boolean => topic.startsWith(`${prefix}/`);
  const under = (topic: string): string => `${root}/${topic.replace('ID', id)}`;
  const scopes = [`player/${id}`, ...groups.map((group) => `group/${group}`), 'all'];
  const reports = Object.fromEntries(Object.entries(REPORTS).map(([name, { topic }]) => [name, under(topic)]));
  return {
    reports: reports as Record<Report, string>,
    filters: scopes.map((scope) => `${root}/${scope}/do/+`),
    toCommand: (name) => `${root}/player/${id}/do/${name}`,
    isForAnswers: (topic) => {
      if (/[+#\0]/.test(topic) || topic.includes('/do/')) return false;
      if (isBelow(topic, answers)) return true;
      if (isBelow(topic, root) || (discoveryPrefix !== undefined && isBelow(topic, discoveryPrefix))) return false;
      return answerPrefixes.some((prefix) => isBelow(topic, prefix));
    },
    answersAllowed: [answers, ...answerPrefixes].map((prefix) => `${prefix}/…`).join(', '),
    parse: (topic) => {
      for (const scope of scopes) {
        const start = `${root}/${scope}/do/`;
        if (topic.startsWith(start)) return { scope, command: topic.slice(start.length) };
      }
      return undefined;
    },
  };
};
