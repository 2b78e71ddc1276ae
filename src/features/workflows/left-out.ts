import { isDeepStrictEqual } from 'node:util'
import type { NodeInput } from './fields.ts'
import type { SavedWorkflow, WorkflowDraft, WorkflowEngine } from './workflow-engine.ts'

type Given = { settings: Readonly<Record<string, unknown>> | null; nodes: readonly NodeInput[] | null }

const declared = ['id', 'name', 'type', 'typeVersion', 'position', 'parameters']

/** What was given and will not be sent, because n8n would reject the whole workflow for it. */
export function leftOut({ settings, nodes }: Given, { knownFields }: WorkflowEngine): string[] {
  const unknownSettings = Object.keys(settings ?? {}).filter(name => !knownFields.settings.includes(name))
  const unknownExtras = (nodes ?? []).flatMap(node =>
    Object.keys(node)
      .filter(name => !declared.includes(name) && !knownFields.nodeExtras.includes(name))
      .map(name => `${name} of the node ${JSON.stringify(node.name)}`),
  )
  return [...unknownSettings.map(name => `the setting ${name}`), ...unknownExtras].map(
    what => `Left out, as n8n’s API does not take it: ${what}.`,
  )
}

/** What this version of n8n refuses though others take it, unless it holds the same value anyway. */
export function refusedSettings(
  { workflow, refusedSettings: names }: SavedWorkflow,
  { settings }: WorkflowDraft,
): string[] {
  return names
    .filter(name => !isDeepStrictEqual(workflow.draft.settings[name], settings[name]))
    .map(name => `Left out, as this version of n8n refuses it: the setting ${name}.`)
}
