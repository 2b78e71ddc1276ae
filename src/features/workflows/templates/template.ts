import type { JsonObject } from '../../../core/model/json.ts'

export type TemplateNode = Step & { position: [number, number] }

/** A workflow as n8n exports one, without anything that belongs to one installation. */
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

/** What reaches over the network is tried again: a server may be starting, or busy. */
export const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5000 }

/** A chain of steps, each leading to the next, with a note that says what to set before switching it on. */
export function chain(name: string, note: string, steps: readonly Step[]): WorkflowTemplate {
  return {
    name,
    nodes: [
      ...steps.map((step, place) => ({ ...step, position: [250 + 220 * place, 300] as [number, number] })),
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

/** Values that a person sets in one place; expressions of later steps read them from here. */
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

/** A call of any tool, mounted or not. `input` is what n8n evaluates to the tool’s arguments. */
export function callStep(name: string, tool: string, input: string, more: Pick<Step, 'onError'> = {}): Step {
  return {
    name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    ...retries,
    ...more,
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

/** A piece of JavaScript that sees all items at once. */
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
