import table from './script-classes.json' with { type: 'json' }

/**
 * Classes that JavaScript and Node.js bring along: `bases|members`, each member with how many arguments it takes where it
 * is a method (`at:1 concat:0-* length`). Where several share a name, all their members are listed, so that nothing is
 * called wrong for being another one's. `test/write-script-classes.ts` takes it from the declarations of TypeScript and Node.js.
 */
export const scriptClasses: Readonly<Record<string, string>> = table
