/** The relations that the model reads, and that readers list in texts. */
export const readRelations: ReadonlySet<string> = new Set(
  'BORN_IN DIED_IN HOLDS_OFFICE SUCCEEDED MEMBER_OF EMPLOYED_BY FOUNDED FOUNDED_IN ACQUIRED MERGED_WITH LOCATED_IN RECEIVED AUTHORED EDUCATED_AT CHILD_OF MARRIED_TO SIBLING_OF'.split(
    ' ',
  ),
)
