import type { JsonObject } from '../../../core/model/json.ts'

export type TemplateNode = Step & { position: [number, number] }

/** A workflow in n8n's export form, without fields of a particular installation. */
export type WorkflowTemplate = {
  name: string
  nodes: TemplateNode[]
  connections: Record<string, { main: { node: string; type: string; index: number }[][] }>
  settings: JsonObject
}

export type Step = {
  name: string
  type: string
  typeVersion: number
  retryOnFail?: boolean
  maxTries?: number
  waitBetweenTries?: number
  onError?: 'continueRegularOutput'
  parameters: JsonObject
}

type CallStep = Pick<Step, 'name' | 'onError'> & { tool: string; input: string }

/** Retries for steps that use the network, because a server may be starting or busy. */
export const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5000 }

/**
 * Returns a workflow whose steps run one after another, with a note that explains what to set before activating it.
 */
export function chain(name: string, note: string, steps: readonly Step[]): WorkflowTemplate {
  return {
    name,
    nodes: [
      ...steps.map((step, place): TemplateNode => ({ ...step, position: [250 + 220 * place, 300] })),
      {
        name: 'Read me',
        type: 'n8n-nodes-base.stickyNote',
        typeVersion: 1,
        position: [250, 80],
        parameters: { content: note, width: 620, height: 180 },
      },
    ],
    connections: Object.fromEntries(
      steps
        .slice(1)
        .map((step, place) => [
          steps[place]?.name ?? '',
          { main: [[{ node: step.name, type: 'main', index: 0 }]] },
        ]),
    ),
    settings: { executionOrder: 'v1' },
  }
}

/** Holds the values that a person sets; expressions of later steps read them. */
export function settingsStep(values: Readonly<Record<string, string | number>>): Step {
  return {
    name: 'Settings',
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    parameters: {
      mode: 'manual',
      includeOtherFields: true,
      assignments: {
        assignments: Object.entries(values).map(([name, value]) => ({
          id: name,
          name,
          value,
          type: typeof value === 'number' ? 'number' : 'string',
        })),
      },
      options: {},
    },
  }
}

/** Calls any tool through call_tool. `input` is an n8n expression for the tool’s arguments. */
export function callStep({ name, tool, input, onError }: CallStep): Step {
  return {
    name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    ...retries,
    ...(onError === undefined ? {} : { onError }),
    parameters: {
      method: 'POST',
      url: "={{ $('Settings').first().json.quire_url }}/api/v1/system/call_tool",
      sendBody: true,
      specifyBody: 'json',
      jsonBody: `={{ JSON.stringify({ name: '${tool}', arguments: ${input} }) }}`,
      options: { timeout: 120_000 },
    },
  }
}

/** Runs JavaScript once for all items. */
export function codeStep(name: string, jsCode: string): Step {
  return {
    name,
    type: 'n8n-nodes-base.code',
    typeVersion: 2,
    parameters: { mode: 'runOnceForAllItems', language: 'javaScript', jsCode },
  }
}

export const tokenNote =
  'If Quire asks for a token, set Authentication of its HTTP nodes to Header Auth with Authorization: Bearer <token>.'
