import { Failure } from '../../core/model/failure.ts'
import { badSchedules } from './check-schedules.ts'
import { isNote, isTrigger, startsByItself } from './triggers.ts'
import type { WorkflowDraft } from './workflow-engine.ts'

/** Refuses what n8n would refuse, or accept and never run; answers with what a reader should know. */
export function checkDraft(
  draft: WorkflowDraft,
  { willBeActive, problems: known }: { willBeActive: boolean; problems: readonly string[] },
): string[] {
  const problems = [...known, ...duplicateNames(draft), ...unknownNames(draft)]
  const canStart = draft.nodes.some(node => isTrigger(node.type))
  const startsAlone = draft.nodes.some(node => startsByItself(node.type) && node.extras.disabled !== true)
  if (willBeActive && !startsAlone)
    problems.push(
      'An active workflow needs a trigger, such as a schedule or a webhook, and this one has none.',
    )
  const doubtful = [...typesWithoutPackage(draft), ...badSchedules(draft)]
  if (willBeActive) problems.push(...doubtful)
  if (problems.length > 0)
    throw new Failure('invalid', 'WORKFLOW_INVALID', problems.join(' '), {
      hint: `Nodes are: ${draft.nodes.map(node => node.name).join(', ') || 'none'}. Connections name nodes exactly as nodes do.`,
      details: { problems },
    })
  return [
    ...(canStart ? [] : ['The workflow has no trigger: nothing will start it until it gets one.']),
    ...unreached(draft),
    ...doubtful,
  ]
}

function duplicateNames({ nodes }: WorkflowDraft): string[] {
  const names = nodes.map(node => node.name)
  const twice = new Set(names.filter((name, place) => names.indexOf(name) !== place))
  return [...twice].map(name => `Two nodes are called ${JSON.stringify(name)}; names must be unique.`)
}

function unknownNames({ nodes, connections }: WorkflowDraft): string[] {
  const names = new Set(nodes.map(node => node.name))
  return Object.entries(connections).flatMap(([source, kinds]) => {
    const targets = Object.values(kinds)
      .flat(2)
      .map(target => target.node)
    return [
      ...(names.has(source) ? [] : [`Connections leave ${JSON.stringify(source)}, which is no node.`]),
      ...[...new Set(targets)]
        .filter(name => !names.has(name))
        .map(name => `${JSON.stringify(source)} leads to ${JSON.stringify(name)}, which is no node.`),
    ]
  })
}

/** n8n saves them, shows a question mark, and cannot run them. */
function typesWithoutPackage({ nodes }: WorkflowDraft): string[] {
  return nodes
    .filter(({ type }) => !type.includes('.'))
    .map(
      ({ name, type }) =>
        `The type ${JSON.stringify(type)} of ${JSON.stringify(name)} names no package; n8n’s own nodes are called such as n8n-nodes-base.${type}.`,
    )
}

/** Nodes that take no part: neither led to, nor leading anywhere, nor beginning anything. */
function unreached({ nodes, connections }: WorkflowDraft): string[] {
  const linked = new Set(
    Object.entries(connections).flatMap(([source, kinds]) => [
      source,
      ...Object.values(kinds)
        .flat(2)
        .map(target => target.node),
    ]),
  )
  const alone = nodes.filter(({ name, type }) => !linked.has(name) && !isTrigger(type) && !isNote(type))
  return alone.map(({ name }) => `Nothing leads to the node ${JSON.stringify(name)}.`)
}
