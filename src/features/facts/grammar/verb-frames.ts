import { appointed, dismissed, inducted } from './appointment-frames.ts'
import { created, described, included, released, wrote } from './author-frames.ts'
import { bestowed } from './award-frames.ts'
import { acquired, consisted, founding, had, located, merged, moved, sold, started } from './body-frames.ts'
import { type Clause, type Frame, nounsAfter, pairs, type Said } from './clause.ts'
import { ran, was } from './copula-frames.ts'
import { born, died, divorced, killed, married } from './life-frames.ts'
import { belonged, played, relativesOf, signed, survived, tookPost } from './member-frames.ts'
import { kin } from './role-nouns.ts'
import { attended, educated, entered, honoured, received, studied, went } from './study-frames.ts'
import { followed, handed, passed, succeeded } from './succession-frames.ts'
import { began, hired, joined, resigned, served, worked } from './work-frames.ts'

/** What a predicate states. */
export function factsOfVerb(clause: Clause): Said[] {
  const frame = frames[clause.predicate.verb.lemma]
  return frame === undefined ? [] : frame(clause)
}

const frames: Readonly<Record<string, Frame>> = {
  bear: born,
  die: died,
  ...Object.fromEntries(
    ['kill', 'assassinate', 'murder', 'execute', 'behead', 'hang'].map(lemma => [lemma, killed]),
  ),
  ...Object.fromEntries(['found', 'co-found', 'cofound', 'establish'].map(lemma => [lemma, founding(true)])),
  ...Object.fromEntries(
    ['form', 'set up', 'incorporate', 'launch', 'organize', 'organise', 'open'].map(lemma => [
      lemma,
      founding(false),
    ]),
  ),
  ...Object.fromEntries(['acquire', 'buy', 'purchase', 'absorb'].map(lemma => [lemma, acquired])),
  start: started,
  begin: began,
  continue: began,
  resume: began,
  create: created,
  sell: sold,
  merge: merged,
  amalgamate: merged,
  marry: married,
  wed: married,
  remarry: married,
  divorce: divorced,
  study: studied,
  train: studied,
  attend: attended,
  enter: entered,
  enroll: entered,
  enrol: entered,
  matriculate: entered,
  graduate: educated(/^(?:from|at)$/, 'end'),
  send: clause =>
    clause.predicate.isPassive
      ? pairs(
          { relation: 'EDUCATED_AT', time: 'state' },
          clause.names.all(clause.predicate.subjects, 'person'),
          clause.names.all(nounsAfter(clause, /^to$/), 'school'),
        )
      : [],
  educate: educated(/^(?:at|in|by)$/, 'state', false),
  school: educated(/^(?:at|in)$/, 'state', false),
  ...Object.fromEntries(
    [
      'earn',
      'receive',
      'obtain',
      'complete',
      'take',
      'gain',
      'hold',
      'get',
      'win',
      'share',
      'accept',
      'award',
      'give',
      'present',
      'presented',
      'finish',
    ].map(lemma => [lemma, received]),
  ),
  honor: honoured,
  honour: honoured,
  induct: inducted,
  admitted: inducted,
  'co-opted': inducted,
  work: worked,
  teach: worked,
  lecture: worked,
  join: joined,
  rejoin: joined,
  hire: hired,
  poach: hired,
  engage: hired,
  ...Object.fromEntries(
    ['dismissed', 'fired', 'sacked', 'expelled', 'excluded', 'lay off'].map(lemma => [lemma, dismissed]),
  ),
  employ: hired,
  recruit: hired,
  ...Object.fromEntries(
    ['appoint', 'elect', 'name', 'make', 'choose', 'promote', 'elected', 'crown'].map(lemma => [
      lemma,
      appointed,
    ]),
  ),
  be: was,
  become: was,
  remain: was,
  serve: served,
  served: served,
  act: served,
  resign: resigned,
  retire: resigned,
  ...Object.fromEntries(
    [
      'write',
      'co-write',
      'author',
      'compose',
      'paint',
      'design',
      'develop',
      'invent',
      'devised',
      'devise',
      'originated',
      'publish',
      'conceive',
      'sculpt',
      'implement',
      'compile',
      'program',
      'code',
      'coin',
      'co-author',
      'co-design',
      'co-create',
    ].map(lemma => [lemma, wrote]),
  ),
  base: located,
  locate: located,
  headquarter: located,
  situate: located,
  ...Object.fromEntries(
    ['domiciled', 'house', 'nestled', 'sited', 'positioned', 'registered', 'quartered'].map(lemma => [
      lemma,
      located,
    ]),
  ),
  keep: had,
  maintain: had,
  maintained: had,
  ...Object.fromEntries(
    ['charter', 'chartered', 'constituted', 'instituted', 'co-establish', 'refounded'].map(lemma => [
      lemma,
      founding(true),
    ]),
  ),
  lie: located,
  move: clause => [...moved(clause), ...tookPost(clause)],
  return: tookPost,
  come: tookPost,
  transfer: clause => [...moved(clause), ...tookPost(clause)],
  shift: moved,
  belong: belonged,
  belonged: belonged,
  play: played,
  drum: played,
  sign: signed,
  enlist: served,
  sing: played,
  survived: survived,
  leave: clause => {
    const object = clause.chunks[clause.predicate.objects[0] ?? -1]
    const isFamily = object?.type === 'noun' && object.owner === null && kin.test(object.head ?? '')
    return isFamily ? relativesOf(clause) : []
  },
  stand: located,
  sit: located,
  bring: received,
  ...Object.fromEntries(
    [
      'described',
      'describe',
      'recounted',
      'recalled',
      'related',
      'analysed',
      'analyzed',
      'summarized',
      'summarised',
    ].map(lemma => [lemma, described]),
  ),
  release: released,
  relocate: moved,
  include: included,
  consist: consisted,
  comprise: consisted,
  go: clause => [...passed(clause), ...went(clause), ...tookPost(clause)],
  pass: passed,
  fall: passed,
  devolved: passed,
  pursue: began,
  have: had,
  succeed: succeeded,
  bestow: bestowed,
  bestowed,
  confer: bestowed,
  conferred: bestowed,
  split: received,
  collect: received,
  replace: succeeded,
  ...Object.fromEntries(
    ['run', 'rule', 'ruled', 'lead', 'head', 'manage', 'direct', 'govern', 'governed', 'guide', 'guided'].map(
      lemma => [lemma, ran],
    ),
  ),
  follow: followed,
  followed,
  'hand over': handed,
  'drop out': educated(/^of$/, 'end'),
}
