// Builds mpv's command line in option levels, from the newest mpv to the oldest supported one.

/** No configuration, no scripts, no keyboard, no network, no files next to the loaded one. */
const LOCKED_DOWN: readonly string[] = [
  '--no-config',
  '--load-scripts=no',
  '--ytdl=no',
  '--osc=no',
  '--osd-level=0',
  '--load-stats-overlay=no',
  '--load-auto-profiles=no',
  '--input-default-bindings=no',
  '--input-vo-keyboard=no',
  '--input-cursor=no',
  '--input-media-keys=no',
  '--cursor-autohide=always',
  '--access-references=no',
  '--ordered-chapters=no',
  '--autoload-files=no',
  '--sub-auto=no',
  '--audio-file-auto=no',
  '--cover-art-auto=no',
  '--audio-display=no',
  '--resume-playback=no',
  '--save-position-on-quit=no',
  '--use-filedir-conf=no',
  '--demuxer-lavf-o-append=protocol_whitelist=file',
  '--audio-fallback-to-null=yes',
  '--demuxer-max-bytes=48MiB',
  '--demuxer-max-back-bytes=16MiB',
];

/** Options that every mpv needs. */
const ESSENTIAL: readonly string[] = [
  '--idle=yes',
  '--force-window=yes',
  '--fullscreen=yes',
  // mpv must not go on to the next playlist entry at the end: that entry is the fallback for a failed load.
  '--keep-open=always',
  '--image-display-duration=inf',
  '--hr-seek=yes',
  // Hides subtitles that a file flags as default or forced; --sid=auto in the extra arguments shows them.
  '--sid=no',
  // mpv before 0.38 ignores most of an MP4's edit list, and its time is then not the one of ffprobe and ffmpeg.
  '--demuxer-lavf-o-append=advanced_editlist=1',
  // Not --terminal=no, which would also hide the name of an unknown option.
  '--input-terminal=no',
  '--msg-level=all=error',
];

/** Built-in scripts of mpv 0.40; in older ones the last has another name and the others do not exist. */
const SCRIPTS_OF_040: readonly string[] = [
  '--load-console=no',
  '--load-select=no',
  '--load-positioning=no',
  '--load-commands=no',
];
const SCRIPTS_OF_035: readonly string[] = ['--load-osd-console=no'];

/** A set of options to start mpv with; `name` is for the log. */
interface OptionLevel {
  readonly name: string;
  readonly options: readonly string[];
  /** True when the operator's own arguments are added. */
  readonly takesExtra: boolean;
}

const MINIMAL_OPTIONS: readonly string[] = ['--no-config', '--ytdl=no', '--access-references=no', ...ESSENTIAL];

/** Tried in this order: mpv exits before it answers when it does not know an option. */
export const OPTION_LEVELS: readonly [OptionLevel, ...OptionLevel[]] = [
  { name: 'for mpv 0.40', options: [...LOCKED_DOWN, ...SCRIPTS_OF_040, ...ESSENTIAL], takesExtra: true },
  { name: 'for mpv before 0.40', options: [...LOCKED_DOWN, ...SCRIPTS_OF_035, ...ESSENTIAL], takesExtra: true },
  { name: 'reduced to the fewest', options: MINIMAL_OPTIONS, takesExtra: true },
  { name: 'reduced to the fewest, without CUEDECK_MPV_ARGS', options: MINIMAL_OPTIONS, takesExtra: false },
];

/** JSON IPC over an inherited descriptor; mpv quits when it closes. */
export const OWN_CHANNEL = '--input-ipc-client=fd://3';

export const toMpvArguments = (deps: {
  readonly level: OptionLevel;
  readonly socketPath: string;
  readonly screenOptions: readonly string[];
  /** Settings of the page; they override the operator's own arguments. */
  readonly chosenOptions: readonly string[];
  readonly extra: readonly string[];
}): readonly string[] => {
  const extra = deps.level.takesExtra ? deps.extra : [];
  return [
    ...deps.level.options,
    `--input-ipc-server=${deps.socketPath}`,
    ...(extra.some((option) => option.startsWith('--vo=')) ? [] : deps.screenOptions),
    ...extra,
    ...deps.chosenOptions,
  ];
};
