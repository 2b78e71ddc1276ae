/** What the Lambda server’s contract promises of the system tools. */
export const systemPromises = {
  'Y-FIND-1':
    'search_tools takes query, detail_level (name, description, full; description) and limit (5), and answers best first',
  'Y-FIND-2':
    'search_tools finds tools of every toolset, mounted or not, says which and how to reach them, and none of a hidden one',
  'Y-FIND-3':
    'for requests in plain words a right tool is among the five that search_tools returns by default at least nine times in ten',
  'Y-CALL-1': 'call_tool answers what the tool answers, whether its toolset is mounted or not',
  'Y-CALL-2':
    'a failure behind call_tool is in that tool’s own words inside { error }, with its status and code',
  'Y-CALL-3': 'behind call_tool hold the tool’s own validation, time limit, roots and caller',
  'Y-CALL-4': 'a tool that does not exist is UNKNOWN_TOOL; call_tool never calls itself',
  'Y-LIST-1': 'list_directory lists generated modules, templates and allowed folders, in order and in pages',
  'Y-READ-1': 'read_file answers lines of a text file, capped, and says where to go on',
  'Y-READ-3': 'what is read is the file to its last character, and lines joined again are the file',
  'Y-READ-2': 'what is no text is refused politely',
  'Y-PATH-1':
    'climbing out, links that lead out and paths outside the roots are refused without telling whether they exist',
  'Y-CODE-1':
    'one typed module per tool, an index per toolset and a client; enums are literal unions, defaults and descriptions kept',
  'Y-CODE-2':
    'TypeScript modules pass strict checks and run; Python modules compile with the standard library and run; both answer alike',
  'Y-CODE-3': 'a failure is an exception: MCP tool ’<n>’ failed with <CODE>: <message>',
  'Y-CODE-4': 'generating again changes no byte, and files of others are never touched',
  'Y-CODE-5':
    'a server writes its modules to servers in its home, also under the contract’s folder names, and tools are called by call_mcp_tool(name, arguments)',
  'Y-TOKEN-1':
    'search_tools and call_tool together cost at most 1000 tokens, and quire tokens says what is saved',
  'Y-BUDGET-1':
    'every tool that reads takes max_tokens and cursor: no reply exceeds its budget, whole items come first, long texts are cut at a word and linked, and nothing changes for who sets neither',
  'Y-BUDGET-2': 'too small a budget is INVALID_INPUT and names the least that will do',
  'Y-BUDGET-3': 'a cursor is opaque, needs no state on the server, and is INVALID_INPUT with other arguments',
  'Y-BUDGET-4':
    'when the answer changes between two pages no item comes twice; where that cannot be told, the caller starts again',
  'Y-BUDGET-5':
    'for random budgets over all tools that read, following cursors yields every item exactly once, as the whole answer has it',
  'Y-BUDGET-6':
    'every text that is cut has an address, which MCP, REST and read_resource read to the end, for those who may',
  'Y-ACT-1':
    'list_activity lists the last calls, newest first, without their content, and the clients that have connected, also to other processes of the home',
  'Y-CHECK-1':
    'check_server returns what quire doctor finds; findings are remembered until they are asked for again',
  'Y-VERSION-1':
    'tools carry version and stability, and another schema under the same version fails the check',
  'Y-PACK-1': 'server.json, the MCPB manifest and client snippets are generated and valid',
} as const
