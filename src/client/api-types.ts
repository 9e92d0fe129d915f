// The types of /api/v1, made from its OpenAPI document by scripts/api-client/generate.mjs: not to be edited.
export interface paths {
  readonly '/clips': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the clips, the splash screen first, and behind them files that are still examined. */
    readonly get: operations['listClips'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Reports one clip. */
    readonly get: operations['getClip'];
    readonly put?: never;
    readonly post?: never;
    /** Deletes a clip and its file; for 10 s it can be restored. */
    readonly delete: operations['deleteClip'];
    readonly options?: never;
    readonly head?: never;
    /** Changes what is given: name, in and out point, end action, volume, mute. */
    readonly patch: operations['patchClip'];
    readonly trace?: never;
  };
  readonly '/clips/{id}/restore': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Brings back a clip that was deleted less than 10 s ago. */
    readonly post: operations['restoreClip'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}/move': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Gives a clip another number in the list; the others make room. */
    readonly post: operations['moveClip'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}/match-loudness': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Sets the volume at which the clip meets −23 LUFS, or comes closest: then `loudness.message` says what limits it. */
    readonly post: operations['matchLoudness'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}/convert': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Converts a clip to what the player plays best, in the background; its original goes when the result is checked. */
    readonly post: operations['convertClip'];
    /** Ends a conversion, the original stays; or forgets how one ended. */
    readonly delete: operations['cancelConversion'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}/thumbnail': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends a small picture of the clip. */
    readonly get: operations['getThumbnail'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}/filmstrip': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends pictures from the whole length of the file, side by side in one. */
    readonly get: operations['getFilmstrip'];
    readonly put?: never;
    /** Renders the filmstrip next, if it is not made yet; the event `pictures` says when it is there. */
    readonly post: operations['requestFilmstrip'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}/envelope': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends the peaks of the clip's sound over the time of its file, as a sound meter draws them. */
    readonly get: operations['getEnvelope'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}/frame': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends one frame of the file. */
    readonly get: operations['getFrame'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}/media': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends the clip's file, or a range of it. */
    readonly get: operations['getMedia'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clips/{id}/checksum': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Reads the clip's file through and reports its length and SHA-256. */
    readonly get: operations['getChecksum'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/clip-list': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Exports the clip list and the lists, without the files. */
    readonly get: operations['exportClipList'];
    /** Imports an exported clip list: order, names, points, end actions and sound for the files that are here, and its lists. `missing` names the files of the clips and items that are left out. */
    readonly put: operations['importClipList'];
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/lists': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends the lists with their items. */
    readonly get: operations['listLists'];
    readonly put?: never;
    /** Makes a list, after the others. */
    readonly post: operations['createList'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/lists/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends one list with its items. */
    readonly get: operations['getList'];
    readonly put?: never;
    readonly post?: never;
    /** Deletes a list; what is on the output plays on, and its last picture holds. */
    readonly delete: operations['deleteList'];
    readonly options?: never;
    readonly head?: never;
    /** Changes what is given: name, repeat, shuffle. */
    readonly patch: operations['patchList'];
    readonly trace?: never;
  };
  readonly '/lists/{id}/items': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    /** Replaces the items of a list, in their order; an item sent with its id keeps it. With a revision, refuses a list that has changed since. */
    readonly put: operations['putListItems'];
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/uploads': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the uploads that are not finished, with how much of each has arrived. */
    readonly get: operations['listUploads'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/uploads/{name}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Reports how much of an upload has arrived; for 15 minutes after it is whole, also which clip it has become. */
    readonly get: operations['getUpload'];
    /** Takes the file that is the body, or with Content-Range (bytes FIRST-LAST/TOTAL) its next part; the clip comes when all is there. A request that comes again under its Idempotency-Key is one upload. */
    readonly put: operations['putUpload'];
    readonly post?: never;
    /** Drops what has arrived of an unfinished upload. */
    readonly delete: operations['deleteUpload'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Reports which clip is on, where it stands and whether it runs. */
    readonly get: operations['getTransport'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/cue': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Cues a clip: its first frame is on screen, paused. */
    readonly post: operations['cueTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/fire': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Plays a clip from its in point, the selected one when none is named; with `at`, at that instant. */
    readonly post: operations['fireTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/play': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Plays; at the end of a clip, from its in point again. */
    readonly post: operations['playTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/pause': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Pauses. */
    readonly post: operations['pauseTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/toggle': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Toggles play and pause. */
    readonly post: operations['toggleTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/stop': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Stops and returns to the in point of the clip. */
    readonly post: operations['stopTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/goto': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Seeks in the selected clip; a playing clip plays on. */
    readonly post: operations['gotoTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/jump': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Seeks forwards or backwards by so many seconds, or steps by so many frames. */
    readonly post: operations['jumpTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/step': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Steps forwards or backwards by so many frames and pauses. */
    readonly post: operations['stepTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/last': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Seeks to so many seconds before the end of the clip. */
    readonly post: operations['lastTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/speed': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Sets the speed; 1 is normal. */
    readonly post: operations['speedTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/standby': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Marks what `go` fires next, without changing the output; with neither clip nor item, clears the mark. */
    readonly post: operations['standbyTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/go': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Fires what stands by, else the next item of the active list. */
    readonly post: operations['goTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/next': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Goes to the next item of the active list, or clip without one: fires it if something is playing, else cues it. */
    readonly post: operations['nextTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/previous': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Goes to the previous item of the active list, or clip without one: fires it if something is playing, else cues it. */
    readonly post: operations['previousTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/activate': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Makes a list the active one, from its first item, without changing the output. Without a list, no list is active. */
    readonly post: operations['activateTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/volume': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Sets the master volume, on top of each clip’s own; with `seconds`, as a ramp. */
    readonly post: operations['volumeTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/fade': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Fades picture and sound to `black` or back to `picture`; 0 seconds is a cut. The clip keeps running underneath. */
    readonly post: operations['fadeTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/mute': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Mutes or unmutes the output, whatever is playing. */
    readonly post: operations['muteTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/transport/overlay': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Shows a clock, a countdown or a text over whatever is on the output; `none` takes it away. */
    readonly post: operations['overlayTransport'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/device/showinfo': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Sets whether the splash screen is shown at boot; without a value, toggles it. */
    readonly post: operations['showinfoDevice'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/actions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists what an operator can do: the rows from which /api/v1, OSC, MQTT and the command line are made. */
    readonly get: operations['listActions'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/plays': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists plays that have ended, newest first: clip, start and end, who fired it, how it ended, frames. */
    readonly get: operations['listPlays'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/plays/running': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Reports the play that is on, with its frames so far; null while nothing plays. */
    readonly get: operations['getRunningPlay'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/device': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Reports name, addresses, licence, versions, disk and vital signs. */
    readonly get: operations['getDevice'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    /** Changes what is given: host name, splash screen at boot, what is done at power-on, the lock of Safe (the latter on a device with a token, or from the device itself). */
    readonly patch: operations['patchDevice'];
    readonly trace?: never;
  };
  readonly '/outputs': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Reports where picture and sound go, and what else there is. */
    readonly get: operations['getOutputs'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    /** Changes what is given: audio device and delay, rotation, fit, display mode (from the next start of the player), decoder (from the next clip), master volume and mute. */
    readonly patch: operations['patchOutputs'];
    readonly trace?: never;
  };
  readonly '/output/picture': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends a picture of what is on the output now; at most two a second are made, however many ask. */
    readonly get: operations['getOutputPicture'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/device/restart-player': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Restarts the player program; what was on comes back. */
    readonly post: operations['restartPlayer'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/log': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends the last lines of the log, oldest first. */
    readonly get: operations['getLog'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/diagnostics': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends all that helps to find a fault in one document, without the token. */
    readonly get: operations['getDiagnostics'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/events': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Streams changes: clips, transport, position, settings, pictures, playability, conversions, lists. */
    readonly get: operations['getEvents'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/fleet': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Reports all players at the MQTT broker; the first question begins to look, so ask again. */
    readonly get: operations['getFleet'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/fleet/do': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Sends a verb once, over the MQTT broker, to all players, to those of a group or to one, and reports the outcome for each. */
    readonly post: operations['doFleet'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/fleet/{player}/thumbnail': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Sends the small picture of the clip that another player has on. */
    readonly get: operations['getFleetThumbnail'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/login': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Takes the token and gives a browser a cookie that stands for it. */
    readonly post: operations['login'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly Error: {
      readonly error: string;
      readonly code: string;
    };
    readonly Position: {
      readonly clipId: string;
      readonly positionSeconds: number;
      readonly waitRemainingSeconds: number | null;
      readonly fadeLevel: number;
    };
    readonly Pictures: {
      readonly thumbnail?: string;
      readonly filmstrip?: string;
      readonly filmstripFrames?: number;
      readonly trouble?: string;
    };
    readonly Playability: {
      /** @enum {unknown} */
      readonly verdict: 'smooth' | 'tight' | 'too-slow' | 'unknown';
      readonly decoder: string;
      readonly advice: readonly string[];
      readonly realtimeFactor?: number;
      readonly worstSecondFactor?: number;
      readonly longestJumpSeconds?: number;
      readonly measuredAt?: string;
    };
    readonly ListIndex: readonly {
      /** @description an id of 1 to 40 lower-case letters, digits and hyphens */
      readonly id: string;
      /** @description 1 to 120 characters, none of them a control character */
      readonly name: string;
      readonly repeat: boolean;
      readonly shuffle: boolean;
      readonly revision: number;
    }[];
    readonly Clip: {
      readonly id: string;
      readonly number: number;
      /** @enum {unknown} */
      readonly kind: 'video' | 'still' | 'splash';
      readonly name: string;
      readonly file: string;
      readonly durationSeconds: number;
      readonly inSeconds: number;
      readonly outSeconds: number;
      /** @enum {unknown} */
      readonly endAction: 'hold' | 'splash' | 'black' | 'next' | 'loop' | 'back';
      readonly volumePercent: number;
      readonly muted: boolean;
      readonly fadeInSeconds: number;
      readonly fadeOutSeconds: number;
      readonly media?: components['schemas']['Media'];
      readonly trouble?: string;
      readonly damaged?: components['schemas']['Damage'];
      readonly examining?: boolean;
      readonly playability?: components['schemas']['Playability'];
      readonly loudness?: components['schemas']['Loudness'];
      readonly conversion?: components['schemas']['Conversion'];
    };
    readonly Media: {
      readonly container: string;
      readonly videoCodec: string;
      readonly width: number;
      readonly height: number;
      readonly interlaced: boolean;
      readonly frameRate?: {
        readonly numerator: number;
        readonly denominator: number;
      };
      readonly longFrames?: boolean;
      /** @enum {unknown} */
      readonly hdr?: 'pq' | 'hlg';
      readonly profile?: string;
      readonly pixelFormat?: string;
      readonly frames?: number;
      readonly startTimecode?: string;
      readonly audioCodec?: string;
      readonly audioChannels?: number;
    };
    readonly Damage: {
      /** @enum {unknown} */
      readonly what: 'changed' | 'unreadable';
      readonly foundAt: string;
    };
    readonly Loudness: {
      /** @enum {unknown} */
      readonly state: 'measured' | 'waiting' | 'no-sound' | 'silent' | 'too-short' | 'failed';
      readonly integratedLufs?: number;
      readonly truePeakDbtp?: number;
      readonly rangeLu?: number;
      readonly measuredAt?: string;
      readonly match?: {
        readonly volumePercent: number;
        readonly lufs: number;
        /** @enum {unknown} */
        readonly limit?: 'peak' | 'volume';
      };
      readonly message?: string;
      readonly envelope?: string;
    };
    readonly Conversion: {
      /** @enum {unknown} */
      readonly state: 'waiting' | 'converting' | 'checking' | 'ready' | 'done' | 'failed';
      readonly progress: number;
      readonly paused: boolean;
      readonly message?: string;
    };
    readonly ClipPatch: {
      readonly name?: string;
      readonly inSeconds?: number;
      readonly outSeconds?: number;
      /** @enum {unknown} */
      readonly endAction?: 'hold' | 'splash' | 'black' | 'next' | 'loop' | 'back';
      readonly volumePercent?: number;
      readonly muted?: boolean;
      readonly fadeInSeconds?: number;
      readonly fadeOutSeconds?: number;
    };
    readonly Checksum: {
      readonly bytes: number;
      readonly sha256: string;
    };
    readonly ClipList: {
      readonly version: number;
      readonly clips: readonly {
        readonly file: string;
        readonly name: string;
        readonly inSeconds: number;
        readonly outSeconds: number;
        /** @enum {unknown} */
        readonly endAction: 'hold' | 'splash' | 'black' | 'next' | 'loop' | 'back';
        readonly volumePercent: number;
        readonly muted: boolean;
        readonly fadeInSeconds?: number;
        readonly fadeOutSeconds?: number;
      }[];
      readonly lists?: readonly components['schemas']['KeptList'][];
    };
    readonly KeptList: {
      /** @description an id of 1 to 40 lower-case letters, digits and hyphens */
      readonly id: string;
      /** @description 1 to 120 characters, none of them a control character */
      readonly name: string;
      readonly repeat?: boolean;
      readonly shuffle?: boolean;
      readonly items?: readonly {
        readonly file: string;
        readonly id?: string;
        /** @enum {unknown} */
        readonly follow?: 'hold' | 'splash' | 'black' | 'next' | 'loop' | 'back';
        readonly preWaitSeconds?: number;
        readonly postWaitSeconds?: number;
        readonly fadeInSeconds?: number;
        readonly fadeOutSeconds?: number;
        readonly note?: string;
        readonly inCountdown?: boolean;
      }[];
    };
    readonly List: {
      /** @description an id of 1 to 40 lower-case letters, digits and hyphens */
      readonly id: string;
      /** @description 1 to 120 characters, none of them a control character */
      readonly name: string;
      readonly repeat: boolean;
      readonly shuffle: boolean;
      readonly items: readonly components['schemas']['ListItem'][];
    };
    readonly ListItem: {
      readonly id: string;
      readonly clipId: string;
      readonly preWaitSeconds: number;
      readonly postWaitSeconds: number;
      readonly note: string;
      readonly inCountdown: boolean;
      /** @enum {unknown} */
      readonly follow?: 'hold' | 'splash' | 'black' | 'next' | 'loop' | 'back';
      readonly fadeInSeconds?: number;
      readonly fadeOutSeconds?: number;
    };
    readonly NewList: {
      /** @description 1 to 120 characters, none of them a control character */
      readonly name: string;
      readonly repeat?: boolean;
      readonly shuffle?: boolean;
      readonly items?: readonly components['schemas']['GivenListItem'][];
    };
    readonly GivenListItem: {
      readonly clipId: string;
      readonly id?: string;
      /** @enum {unknown} */
      readonly follow?: 'hold' | 'splash' | 'black' | 'next' | 'loop' | 'back';
      readonly preWaitSeconds?: number;
      readonly postWaitSeconds?: number;
      readonly fadeInSeconds?: number;
      readonly fadeOutSeconds?: number;
      readonly note?: string;
      readonly inCountdown?: boolean;
    };
    readonly ListPatch: {
      /** @description 1 to 120 characters, none of them a control character */
      readonly name?: string;
      readonly repeat?: boolean;
      readonly shuffle?: boolean;
    };
    readonly UnfinishedUpload: {
      readonly name: string;
      readonly receivedBytes: number;
      readonly totalBytes?: number;
    };
    readonly Upload: {
      readonly receivedBytes: number;
      readonly totalBytes?: number;
      readonly clipId?: string;
    };
    readonly Transport: {
      readonly clipId: string;
      readonly number: number;
      /** @enum {unknown} */
      readonly state: 'stopped' | 'playing' | 'paused' | 'ended';
      readonly positionSeconds: number;
      readonly outSeconds: number;
      readonly speed: number;
      readonly loops: boolean;
      readonly playerRunning: boolean;
      readonly fade: {
        /** @enum {unknown} */
        readonly to: 'black' | 'picture';
        readonly level: number;
      };
      readonly volumePercent: number;
      readonly muted: boolean;
      readonly overlay: {
        /** @enum {unknown} */
        readonly kind: 'none' | 'clock' | 'countdown' | 'text';
        readonly text?: string;
        readonly until?: string;
      };
      readonly standby: {
        readonly clipId: string;
        readonly itemId?: string;
      } | null;
      readonly listId: string | null;
      readonly itemId: string | null;
      readonly next: {
        readonly clipId: string;
        readonly itemId?: string;
      } | null;
      readonly waiting: {
        readonly itemId: string;
        readonly clipId: string;
        /** @enum {unknown} */
        readonly kind: 'pre' | 'post';
        readonly remainingSeconds: number;
      } | null;
      readonly listRemainingSeconds: number | null;
      readonly fault?: {
        readonly clipId: string;
        readonly message: string;
      };
      readonly losses?: components['schemas']['Losses'];
    };
    readonly Losses: {
      readonly framesDropped: number;
      readonly framesDroppedByDecoder: number;
      readonly framesDroppedByOutput: number;
      readonly framesLate: number;
      readonly bottleneck: ('decoder' | 'output') | null;
    };
    readonly Action: {
      readonly name: string;
      readonly summary: string;
      readonly changes: boolean;
      readonly path: string;
      readonly parameters: {
        readonly [key: string]: unknown;
      };
    };
    readonly Play: {
      readonly startedAt: string;
      readonly endedAt: string;
      readonly clipId: string;
      readonly clip: string;
      readonly inSeconds: number;
      readonly outSeconds: number;
      readonly by: {
        /** @enum {unknown} */
        readonly door: 'http' | 'page' | 'hyperdeck' | 'osc' | 'mqtt' | 'cli' | 'follow' | 'power-on';
        readonly from: string;
      };
      readonly ended: ('end' | 'stop' | 'other-clip' | 'fault') | null;
      readonly framesDue: number;
      readonly framesDropped: number;
      readonly framesDroppedByDecoder: number;
      readonly framesDroppedByOutput: number;
      readonly framesLate: number;
    };
    readonly RunningPlay: {
      readonly play: components['schemas']['Play'] | null;
    };
    readonly Device: {
      readonly name: string;
      readonly interfaces: {
        readonly [key: string]: string;
      };
      readonly deviceId: string;
      readonly licensed: boolean;
      readonly version: string;
      readonly latestVersion: string;
      readonly showSplash: boolean;
      /** @enum {unknown} */
      readonly powerOn: 'splash' | 'cue-last' | 'play-last' | 'play-all';
      readonly safeLock: boolean;
      readonly maySetSafeLock: boolean;
      readonly hasShortToken: boolean;
      readonly clipsFreeBytes: number;
      readonly clipsSizeBytes: number;
      readonly uptimeSeconds: number;
      readonly vitals: {
        readonly temperatureCelsius?: number;
        readonly memoryBytes?: number;
        readonly memoryFreeBytes?: number;
        readonly warnings?: readonly string[];
      };
      readonly hasBroker: boolean;
      readonly ports: {
        readonly hyperdeck?: number;
        readonly osc?: number;
      };
      readonly announcedName?: string;
      readonly hyperdeckTimeline?: {
        readonly isLibrary: boolean;
        readonly clips: number;
      };
    };
    readonly Outputs: {
      readonly audioDevices: readonly {
        readonly name: string;
        readonly description: string;
      }[];
      readonly audioDevice: string | null;
      /** @enum {unknown} */
      readonly rotationDegrees: 0 | 90 | 180 | 270;
      /** @enum {unknown} */
      readonly fit: 'contain' | 'cover' | 'stretch';
      readonly audioDelayMilliseconds: number;
      readonly displayModes: readonly string[];
      readonly displayMode: string | null;
      /** @enum {unknown} */
      readonly decoder: 'auto' | 'software' | 'v4l2m2m' | 'v4l2m2m-copy' | 'drm' | 'drm-copy' | 'vaapi' | 'vaapi-copy';
      readonly decoders: readonly (
        | 'auto'
        | 'software'
        | 'v4l2m2m'
        | 'v4l2m2m-copy'
        | 'drm'
        | 'drm-copy'
        | 'vaapi'
        | 'vaapi-copy'
      )[];
      readonly decoderInUse: string | null;
      readonly videoOutput: string | null;
      readonly volumePercent: number;
      readonly muted: boolean;
    };
    readonly OutputsPatch: {
      readonly audioDevice?: string | null;
      /** @enum {unknown} */
      readonly rotationDegrees?: 0 | 90 | 180 | 270;
      /** @enum {unknown} */
      readonly fit?: 'contain' | 'cover' | 'stretch';
      readonly audioDelayMilliseconds?: number;
      readonly displayMode?: string | null;
      /** @enum {unknown} */
      readonly decoder?: 'auto' | 'software' | 'v4l2m2m' | 'v4l2m2m-copy' | 'drm' | 'drm-copy' | 'vaapi' | 'vaapi-copy';
      readonly volumePercent?: number;
      readonly muted?: boolean;
    };
    readonly Log: {
      readonly lines: readonly {
        readonly at: string;
        /** @enum {unknown} */
        readonly level: 'error' | 'warning' | 'info' | 'debug';
        readonly text: string;
      }[];
    };
    readonly Diagnostics: {
      readonly at: string;
      readonly device: components['schemas']['Device'];
      readonly outputs: components['schemas']['Outputs'];
      readonly transport: components['schemas']['Transport'];
      readonly clips: readonly components['schemas']['Clip'][];
      readonly log: components['schemas']['Log'];
    };
    readonly Fleet: {
      readonly hasBroker: boolean;
      readonly isConnected: boolean;
      readonly players: readonly {
        readonly id: string;
        readonly isOnline: boolean;
        readonly name: string;
        readonly groups: readonly string[];
        readonly version: string;
        readonly urls: readonly string[];
        readonly clipId: string;
        readonly clip: string;
        readonly state: string;
        readonly positionSeconds: number;
        readonly remainingSeconds: number;
        readonly clips: number;
        readonly tooSlow: readonly string[];
        readonly faults: readonly string[];
        readonly clockUncertaintySeconds?: number;
        readonly armedAt?: string;
        readonly loops?: boolean;
      }[];
    };
    readonly FleetOutcomes: {
      readonly players: readonly {
        readonly id: string;
        readonly name: string;
        /** @enum {unknown} */
        readonly outcome: 'done' | 'refused' | 'unknown';
        readonly reason?: string;
      }[];
    };
  };
  responses: {
    /** @description Nothing changed. */
    readonly Refusal: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly listClips: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': readonly components['schemas']['Clip'][];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getClip: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Clip'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly deleteClip: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly patchClip: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ClipPatch'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Clip'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly restoreClip: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Clip'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly moveClip: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly number: number;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Clip'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly matchLoudness: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Clip'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly convertClip: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Clip'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly cancelConversion: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Clip'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getThumbnail: {
    readonly parameters: {
      readonly query?: {
        /** @description version of the picture, so that it can be cached */
        readonly v?: string;
        /** @description the `pictureTicket` that the player tells its broker, in place of its token */
        readonly ticket?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'image/jpeg': string;
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getFilmstrip: {
    readonly parameters: {
      readonly query?: {
        /** @description version of the picture, so that it can be cached */
        readonly v?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'image/jpeg': string;
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly requestFilmstrip: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getEnvelope: {
    readonly parameters: {
      readonly query?: {
        /** @description `loudness.envelope` of the clip, so that it can be cached */
        readonly v?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/octet-stream': string;
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getFrame: {
    readonly parameters: {
      readonly query?: {
        /** @description position in the file */
        readonly seconds?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'image/jpeg': string;
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getMedia: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'video/*': string;
          readonly 'image/*': string;
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getChecksum: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Checksum'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly exportClipList: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ClipList'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly importClipList: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ClipList'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly applied: number;
            readonly missing: readonly string[];
          };
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly listLists: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': readonly components['schemas']['List'][];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly createList: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewList'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['List'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getList: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['List'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly deleteList: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly patchList: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ListPatch'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['List'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly putListItems: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json':
          | readonly components['schemas']['GivenListItem'][]
          | {
              readonly items: readonly components['schemas']['GivenListItem'][];
              readonly revision?: number;
            };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['List'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly listUploads: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': readonly components['schemas']['UnfinishedUpload'][];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly name: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Upload'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly putUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly name: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/octet-stream': string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly clip?: components['schemas']['Clip'];
            readonly upload?: components['schemas']['Upload'];
          };
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly deleteUpload: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly name: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly cueTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly clipId: string;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly fireTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly clipId?: string;
          /**
           * Format: date-time
           * @description starts it at this instant, such as `2026-05-01T20:15:00Z`
           */
          readonly at?: string | number;
          /** @description even if the clock is not synchronized */
          readonly force?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly playTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly pauseTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly toggleTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly stopTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly gotoTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly seconds: number;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly jumpTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly seconds?: number;
          /** @description so many frames instead */
          readonly frames?: number;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly stepTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly frames: number;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly lastTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly seconds: number;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly speedTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly factor: number;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly standbyTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly clipId?: string | null;
          /** @description an item of the active list instead of a clip */
          readonly itemId?: string | null;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly goTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly nextTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly previousTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly activateTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /** @description the list */
          readonly listId?: string | null;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly volumeTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly percent: number;
          /** @description ramps it in so many seconds */
          readonly seconds?: number;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly fadeTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description `black` or `picture`
           * @enum {unknown}
           */
          readonly to: 'black' | 'picture';
          /** @description length of the fade */
          readonly seconds: number;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly muteTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly on: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly overlayTransport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description `none`, `clock`, `countdown` or `text`
           * @enum {unknown}
           */
          readonly kind: 'none' | 'clock' | 'countdown' | 'text';
          /** @description the text, or the line above a clock or countdown */
          readonly text?: string;
          /**
           * Format: date-time
           * @description the instant at which a countdown is 0, such as `2026-05-01T20:15:00Z`
           */
          readonly until?: string | number;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly showinfoDevice: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly shown?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Transport'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly listActions: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': readonly components['schemas']['Action'][];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly listPlays: {
    readonly parameters: {
      readonly query?: {
        /** @description only plays that began at or after this instant or day */
        readonly since?: string;
        /** @description only plays that began before this instant or day */
        readonly until?: string;
        /** @description at most so many, 1 to 10000; 100 by default */
        readonly limit?: string;
        /** @description `csv` for a table, `json` by default */
        readonly format?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': readonly components['schemas']['Play'][];
          readonly 'text/csv': string;
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getRunningPlay: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['RunningPlay'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getDevice: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Device'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly patchDevice: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly name?: string;
          readonly showSplash?: boolean;
          /** @enum {unknown} */
          readonly powerOn?: 'splash' | 'cue-last' | 'play-last' | 'play-all';
          readonly safeLock?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Device'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getOutputs: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Outputs'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly patchOutputs: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['OutputsPatch'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Outputs'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getOutputPicture: {
    readonly parameters: {
      readonly query?: {
        /** @description at most so many pixels wide, 16 to 7680; default: as wide as the output */
        readonly width?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'image/jpeg': string;
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly restartPlayer: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getLog: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Log'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getDiagnostics: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Diagnostics'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getEvents: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'text/event-stream': string;
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getFleet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Fleet'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly doFleet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /** @enum {unknown} */
          readonly do:
            | 'select'
            | 'fire'
            | 'play'
            | 'pause'
            | 'toggle'
            | 'stop'
            | 'goto'
            | 'jump'
            | 'step'
            | 'last'
            | 'speed'
            | 'standby'
            | 'go'
            | 'next'
            | 'previous'
            | 'activate'
            | 'volume'
            | 'fade'
            | 'mute'
            | 'overlay'
            | 'showinfo';
          readonly group?: string;
          readonly player?: string;
          readonly parameters?: {
            readonly [key: string]: unknown;
          };
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['FleetOutcomes'];
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly getFleetThumbnail: {
    readonly parameters: {
      readonly query?: {
        /** @description anything that changes with the clip, so that it can be cached */
        readonly v?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly player: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'image/jpeg': string;
        };
      };
      readonly default: components['responses']['Refusal'];
    };
  };
  readonly login: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly token: string;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly default: components['responses']['Refusal'];
    };
  };
}
