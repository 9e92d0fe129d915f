# Completion of cuedeck for bash. Made from the table of commands by scripts/cli-pages.mjs.
_cuedeck() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files= given= command= word
  COMPREPLY=()
  case $before in
    --conf|--socket) files=1 ; given=1 ;;
    --at) words='' ; given=1 ;;
    --frames) words='' ; given=1 ;;
    --item-id) words='' ; given=1 ;;
    --seconds) words='' ; given=1 ;;
    --text) words='' ; given=1 ;;
    --until) words='' ; given=1 ;;
    --name) words='' ; given=1 ;;
    --start) words='' ; given=1 ;;
    --end) words='' ; given=1 ;;
    --loop) words='on off' ; given=1 ;;
    --fade-in) words='' ; given=1 ;;
    --fade-out) words='' ; given=1 ;;
    --repeat) words='on off' ; given=1 ;;
    --shuffle) words='on off' ; given=1 ;;
    --place) words='' ; given=1 ;;
    --then) words='hold splash black next loop back own' ; given=1 ;;
    --pre-wait) words='' ; given=1 ;;
    --post-wait) words='' ; given=1 ;;
    --note) words='' ; given=1 ;;
    --fit) words='contain cover stretch' ; given=1 ;;
    --audio-delay) words='' ; given=1 ;;
    --lines) words='' ; given=1 ;;
    --since) words='' ; given=1 ;;
    --minutes) words='' ; given=1 ;;
    --codec) words='h264 hevc' ; given=1 ;;
    --out) words='' ; given=1 ;;
    --watch) words='' ; given=1 ;;
    --to) words='' ; given=1 ;;
    --group) words='' ; given=1 ;;
    --in) words='' ; given=1 ;;
    --wave) words='' ; given=1 ;;
    --user) words='' ; given=1 ;;
    --address) words='' ; given=1 ;;
    --section) words='' ; given=1 ;;
    --for) words='' ; given=1 ;;
  esac
  if [[ -z $given ]]; then
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
      [[ $word == -* ]] && continue
      if [[ -z $command ]]; then command=$word
      else case "$command $word" in 'lists create'|'lists edit'|'lists delete'|'lists add'|'lists item'|'lists move'|'lists remove'|'license install'|'hyperdeck log'|'fleet list'|'fleet status'|'fleet fire'|'fleet stop'|'fleet push'|'fleet rename'|'fleet forget'|'fleet update'|'talkgroup peer'|'talkgroup peer add'|'talkgroup peer list'|'talkgroup peer show'|'talkgroup peer remove'|'talkgroup peer token'|'talkgroup peer password'|'talkgroup peer allow'|'talkgroup peer expiry'|'talkgroup peer options'|'talkgroup catalogue'|'talkgroup catalogue import'|'talkgroup catalogue add'|'talkgroup catalogue list'|'talkgroup catalogue enable'|'talkgroup catalogue disable'|'talkgroup bridge'|'talkgroup bridge add'|'talkgroup bridge join'|'talkgroup bridge list'|'talkgroup bridge remove'|'talkgroup bridge key'|'talkgroup bridge address'|'talkgroup bridge send'|'talkgroup bridge take'|'talkgroup bridge relay'|'talkgroup drop-dynamics'|'talkgroup last-heard'|'talkgroup status'|'talkgroup doctor') command="$command $word" ;; esac
      fi
    done
    case $command in
    '') words='status clips upload play select fire resume pause toggle stop goto jump step last speed standby go next previous activate volume fade mute overlay showinfo edit convert match delete lists hostname safe-lock outputs plays logs doctor boardtest backup restore update license hyperdeck fleet talkgroup version --help --version' ;;
    'hyperdeck') words='log --help' ;;
    'fleet') words='list status fire stop push rename forget update --help' ;;
    'talkgroup') words='peer catalogue bridge drop-dynamics last-heard status doctor --help' ;;
    'talkgroup peer') words='add list show remove token password allow expiry options --help' ;;
    'talkgroup catalogue') words='import add list enable disable --help' ;;
    'talkgroup bridge') words='add join list remove key address send take relay --help' ;;
    'status') words='--json --conf --help' ;;
    'clips') words='--json --conf --help' ;;
    'upload') words='--json --conf --help' files=1 ;;
    'play') words='--json --conf --help' ;;
    'select') words='--json --conf --help' ;;
    'fire') words='--at --force --json --conf --help' ;;
    'resume') words='--json --conf --help' ;;
    'pause') words='--json --conf --help' ;;
    'toggle') words='--json --conf --help' ;;
    'stop') words='--json --conf --help' ;;
    'goto') words='--json --conf --help' ;;
    'jump') words='--frames --json --conf --help' ;;
    'step') words='--json --conf --help' ;;
    'last') words='--json --conf --help' ;;
    'speed') words='--json --conf --help' ;;
    'standby') words='--item-id --json --conf --help' ;;
    'go') words='--json --conf --help' ;;
    'next') words='--json --conf --help' ;;
    'previous') words='--json --conf --help' ;;
    'activate') words='--json --conf --help' ;;
    'volume') words='--seconds --json --conf --help' ;;
    'fade') words='--json --conf --help' ;;
    'mute') words='on off --json --conf --help' ;;
    'overlay') words='--text --until --json --conf --help' ;;
    'showinfo') words='on off --json --conf --help' ;;
    'edit') words='--name --start --end --loop --fade-in --fade-out --json --conf --help' ;;
    'convert') words='--wait --cancel --json --conf --help' ;;
    'match') words='--json --conf --help' ;;
    'delete') words='--json --conf --help' ;;
    'lists') words='create edit delete add item move remove --json --conf --help' ;;
    'lists create') words='--json --conf --help' ;;
    'lists edit') words='--name --repeat --shuffle --json --conf --help' ;;
    'lists delete') words='--json --conf --help' ;;
    'lists add') words='--place --then --pre-wait --post-wait --fade-in --fade-out --note --json --conf --help' ;;
    'lists item') words='--then --pre-wait --post-wait --fade-in --fade-out --note --json --conf --help' ;;
    'lists move') words='--json --conf --help' ;;
    'lists remove') words='--json --conf --help' ;;
    'hostname') words='--json --conf --help' ;;
    'safe-lock') words='on off --json --conf --help' ;;
    'outputs') words='--fit --audio-delay --json --conf --help' ;;
    'plays') words='--lines --since --json --conf --help' ;;
    'logs') words='--lines --follow --json --conf --help' ;;
    'doctor') words='--json --conf --help' ;;
    'boardtest') words='--minutes --codec --out --force --json --conf --help' ;;
    'backup') words='--clips --force --json --conf --help' files=1 ;;
    'restore') words='--no-restart --json --conf --help' files=1 ;;
    'update') words='--watch --json --conf --help' files=1 ;;
    'license') words='install --json --conf --help' ;;
    'license install') words='--json --conf --help' files=1 ;;
    'hyperdeck log') words='--json --conf --help' ;;
    'fleet list') words='--json --conf --help' ;;
    'fleet status') words='--to --group --json --conf --help' ;;
    'fleet fire') words='--to --group --at --in --force --json --conf --help' ;;
    'fleet stop') words='--to --group --json --conf --help' ;;
    'fleet push') words='--to --group --convert --json --conf --help' files=1 ;;
    'fleet rename') words='--json --conf --help' ;;
    'fleet forget') words='--json --conf --help' ;;
    'fleet update') words='--to --group --wave --watch --user --json --conf --help' files=1 ;;
    'talkgroup peer add') words='--address --section --json --socket --help' ;;
    'talkgroup peer list') words='--json --socket --help' ;;
    'talkgroup peer show') words='--json --socket --help' ;;
    'talkgroup peer remove') words='--json --socket --help' ;;
    'talkgroup peer token') words='--json --socket --help' ;;
    'talkgroup peer password') words='--address --section --json --socket --help' ;;
    'talkgroup peer allow') words='--json --socket --help' ;;
    'talkgroup peer expiry') words='--json --socket --help' ;;
    'talkgroup peer options') words='--json --socket --help' ;;
    'talkgroup catalogue import') words='--dry-run --delete-missing --json --socket --help' files=1 ;;
    'talkgroup catalogue add') words='--json --socket --help' ;;
    'talkgroup catalogue list') words='--json --socket --help' ;;
    'talkgroup catalogue enable') words='--json --socket --help' ;;
    'talkgroup catalogue disable') words='--json --socket --help' ;;
    'talkgroup bridge add') words='--address --for --json --socket --help' ;;
    'talkgroup bridge join') words='--json --socket --help' files=1 ;;
    'talkgroup bridge list') words='--json --socket --help' ;;
    'talkgroup bridge remove') words='--json --socket --help' ;;
    'talkgroup bridge key') words='--json --socket --help' files=1 ;;
    'talkgroup bridge address') words='--json --socket --help' ;;
    'talkgroup bridge send') words='--json --socket --help' ;;
    'talkgroup bridge take') words='--json --socket --help' ;;
    'talkgroup bridge relay') words='--json --socket --help' ;;
    'talkgroup drop-dynamics') words='--json --socket --help' ;;
    'talkgroup last-heard') words='--json --socket --help' ;;
    'talkgroup status') words='--json --socket --help' ;;
    'talkgroup doctor') words='--json --socket --help' ;;
    'version') words='--json --conf --help' ;;
    esac
  fi
  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  [[ -n $files && $current != -* ]] && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
  return 0
}
complete -o filenames -F _cuedeck cuedeck
