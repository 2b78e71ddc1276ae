/** What the Lambda server’s contract promises of the workflow tools. */
export const workflowsPromises = {
  'W-CREATE-1':
    'create_workflow answers success, workflow_id, message "Workflow created successfully. ID: …" and data',
  'W-CREATE-2': 'bodies hold only what n8n takes; activation is a call of its own',
  'W-CREATE-3': 'connections are taken flat and as n8n has them; nodes without a position are laid out',
  'W-CHECK-1':
    'unknown names in connections, duplicate names and an active workflow without trigger are refused before n8n is asked',
  'W-UPDATE-1': 'update_workflow changes only what is given, and keeps ids and places of nodes',
  'W-UPDATE-2':
    'what n8n saved and then refused to publish is put back, or told as saved and not published; drafts are never published unasked',
  'W-UPDATE-3': 'nodes of the same name keep credentials, notes and retry settings',
  'W-LIST-1': 'list_workflows pages through what there is, active ones alone on request',
  'W-STATE-1':
    'activate_workflow and deactivate_workflow switch; delete_workflow removes; unknown ids are 404',
  'W-STATE-2':
    'a workflow is called active only when n8n has started its triggers; a timeout keeps the new id',
  'W-STATE-3':
    'delete_workflow deactivates first and waits until n8n lets go; active: false comes before a change',
  'W-NODE-1':
    'a missing typeVersion is filled in with a current one, and told; webhook ids are random; answers leave out other versions and people',
  'W-SETTINGS-1': 'settings that an older n8n refuses are left out, and told',
  'W-EXEC-1': 'execute_workflow starts a run, or tells which webhook would',
  'W-ERR-1': 'refusals of n8n are mapped in the words of the contract, and the key is never shown',
  'W-ERR-2':
    'a page or a 404 without an id is no unknown workflow; another user’s workflow is no wrong key; a bad cursor is no rejected workflow',
  'W-TEMPLATE-1':
    'three templates, a scheduled crawl, a watched feed and a weekly digest, are accepted by n8n as they are',
} as const
