/**
 * Words of manuals that are used for the same thing. Written down from general English, not from the questions of a test;
 * a word may be in several groups. Phrases of a verb and a particle are written with a space.
 */
const actions: readonly string[] = [
  'delete remove erase purge discard drop clear wipe clean prune uninstall unlink eliminate trash empty throw_away get_rid_of take_out cut_out strip',
  'create make add new generate build produce write define insert initialize init set_up compose',
  'show display list print view see output report look_at browse inspect reveal watch examine read',
  'find search locate detect discover check identify look_for look_up query spot filter grep hunt_down track_down',
  'change modify edit alter amend update adjust customize rewrite set fix correct tweak reconfigure',
  'rename retitle',
  'give assign attach supply provide',
  'replace substitute swap exchange overwrite',
  'restore recover undo revert get_back bring_back roll_back reset extract retrieve salvage cancel',
  'save store keep preserve retain put_aside put_away stash record back_up backup archive',
  'copy duplicate clone replicate mirror',
  'move relocate transfer shift drag migrate',
  'download fetch retrieve get obtain pull acquire clone',
  'upload push publish submit send transmit post deliver',
  'receive accept',
  'forward redirect relay pass_on',
  'reply respond answer',
  'enable activate turn_on switch_on allow permit use',
  'disable deactivate turn_off switch_off suppress off skip bypass avoid prevent',
  'allow permit let authorize grant accept',
  'forbid deny prevent block prohibit disallow refuse reject ban restrict stop',
  'hide conceal suppress mask silence omit ignore',
  'exclude ignore omit skip leave_out filter except without',
  'include contain incorporate embed attach',
  'start run launch execute begin invoke call open boot',
  'stop quit exit end terminate abort kill cancel halt close interrupt shut_down',
  'install set_up deploy',
  'configure set_up set customize adjust define',
  'connect link attach join log_in login',
  'disconnect detach unlink log_out',
  'import load read ingest bring_in open',
  'export save write dump output render',
  'convert transform translate transcode turn_into encode',
  'compress shrink reduce pack zip squeeze',
  'decompress unpack expand extract',
  'encrypt cipher protect',
  'decrypt decipher unlock',
  'lock protect reserve',
  'unlock break release free',
  'check verify test validate examine inspect confirm make_sure diagnose',
  'compare diff contrast differ distinguish',
  'merge combine join unite integrate concatenate put_together',
  'split divide separate cut slice break break_up',
  'sort order arrange organize rank',
  'count tally number measure',
  'measure profile time benchmark monitor',
  'increase raise enlarge grow extend expand speed_up boost',
  'decrease lower reduce lessen shrink limit slow_down shorten trim',
  'limit restrict bound cap constrain maximum max maximally',
  'repair fix mend recover correct rebuild',
  'mark tag label flag',
  'select choose pick specify highlight',
  'apply use employ',
  'share publish distribute',
  'print print_out',
  'repeat loop retry redo again',
  'schedule automate time run_regularly cron',
  'explain describe document',
  'debug diagnose troubleshoot trace',
  'compile build make',
  'mount attach',
  'unmount detach',
  'pause suspend wait',
  'resume continue restart pick_up',
  'rotate turn flip',
  'resize scale zoom',
  'crop trim cut clip',
  'animate move',
  'sign authenticate',
  'lose forget misplace',
  'happen occur result',
  'log record',
  'notify alert warn inform tell',
  'burn write_to_disc',
  'recommend suggest advise propose',
]

/** Pairs of groups, each named by one of its words, of which one undoes or denies the other. */
const opposed: readonly (readonly [string, string])[] = [
  ['delete', 'create'],
  ['delete', 'show'],
  ['delete', 'save'],
  ['delete', 'restore'],
  ['enable', 'disable'],
  ['allow', 'forbid'],
  ['show', 'hide'],
  ['include', 'exclude'],
  ['start', 'stop'],
  ['install', 'delete'],
  ['connect', 'disconnect'],
  ['import', 'export'],
  ['download', 'upload'],
  ['compress', 'decompress'],
  ['encrypt', 'decrypt'],
  ['lock', 'unlock'],
  ['merge', 'split'],
  ['increase', 'decrease'],
  ['mount', 'unmount'],
  ['pause', 'resume'],
]

const things: readonly string[] = [
  'folder directory dir',
  'picture image photo photograph artwork art screenshot',
  'song track title music audio tune recording',
  'film movie video clip',
  'letter character symbol sign glyph',
  'message mail email e-mail',
  'program application app software tool binary executable',
  'computer machine host server system pc',
  'client computer machine',
  'network internet net online web',
  'site website web domain',
  'setting option preference configuration config parameter variable',
  'password passphrase passcode secret',
  'user account person people somebody',
  'backup archive snapshot',
  'error failure problem fault bug mistake trouble',
  'damaged corrupt corrupted broken defective bad invalid',
  'wrong incorrect bad invalid mistaken',
  'twice duplicate double duplicated identical same',
  'recent last latest newest current',
  'old former earlier previous past',
  'older former earlier previous',
  'big large huge',
  'small little tiny short',
  'size length large big',
  'fast quick speed rapid quickly faster',
  'slow slower slowly slowdown speed performance',
  'whole entire full complete all',
  'single individual particular specific',
  'part portion piece section segment partial',
  'several multiple many more',
  'two multiple several both',
  'automatic automatically auto unattended',
  'default standard built-in predefined normally otherwise',
  'shortcut key hotkey keybinding binding accelerator',
  'advert advertisement ad banner',
  'address url link uri email',
  'link hyperlink url',
  'window dialog screen pane panel',
  'button icon',
  'colour color',
  'text caption subtitle title',
  'sound audio volume',
  'begin beginning start',
  'end ending finish',
  'day daily',
  'week weekly',
  'month monthly',
  'hour hourly',
  'repository repo',
  'disk drive storage',
  'space room size storage',
  'remote server upstream elsewhere',
  'at_the_same_time simultaneously concurrently parallel at_once concurrent',
  'regular periodic scheduled',
  'version release edition',
  'cost price fee charge pay',
  'function procedure routine method',
  'temporary temporarily',
  'permanent permanently',
  'certificate cert tls ssl',
  'three 3',
  'four 4',
  'five 5',
  'six 6',
  'seven 7',
  'eight 8',
  'nine 9',
  'ten 10',
  'rule pattern filter',
  'line row',
]

export type WordGroups = {
  /** The groups of actions that a stem, or a phrase of stems joined by "_", belongs to. */
  actionsOf(stem: string): readonly ReadonlySet<string>[]
  /** All stems that are used for the same thing or action, including the stem itself. */
  kindred(stem: string): ReadonlySet<string>
  /** Stems of the actions that undo or deny this one. */
  opposites(stem: string): ReadonlySet<string>
  /** Verbs with a particle, as stems: ["throw", "away"]. */
  phrases: readonly (readonly [string, string])[]
}

/** Reads the groups with the stems of a language's stemmer. */
export function readWordGroups(stem: (word: string) => string): WordGroups {
  const stemmed = (word: string) => word.split('_').map(stem).join('_')
  const read = (groups: readonly string[]) => groups.map(group => new Set(group.split(' ').map(stemmed)))
  const acting = read(actions)
  const all = [...acting, ...read(things)]
  const holding = (groups: readonly ReadonlySet<string>[], word: string) =>
    groups.filter(group => group.has(word))
  const named = (word: string) => acting.find(group => group.values().next().value === stemmed(word))
  const pairs = opposed.flatMap(([one, other]) => {
    const [first, second] = [named(one), named(other)]
    return first === undefined || second === undefined ? [] : [[first, second] as const]
  })
  return {
    actionsOf: word => holding(acting, word),
    // "back up" is also written "backup".
    kindred: word =>
      new Set([word, word.replace('_', ''), ...holding(all, word).flatMap(group => [...group])]),
    opposites(word) {
      const against = pairs.flatMap(([one, other]) => {
        if (one.has(word) && !other.has(word)) return [...other]
        return other.has(word) && !one.has(word) ? [...one] : []
      })
      const same = new Set(holding(acting, word).flatMap(group => [...group]))
      return new Set(against.filter(term => !same.has(term)))
    },
    phrases: [...new Set(acting.flatMap(group => [...group]))]
      .filter(word => word.includes('_'))
      .flatMap(word => {
        const [verb, ...rest] = word.split('_')
        const particle = rest.at(-1)
        return verb === undefined || particle === undefined ? [] : [[verb, particle] as const]
      }),
  }
}
