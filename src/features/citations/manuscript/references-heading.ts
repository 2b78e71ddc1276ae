/** Whether a heading is that of the list of references, whose titles and years are no citations. */
export function isReferencesHeading(title: string): boolean {
  const plain = title
    .replace(/[*_#]/g, '')
    .replace(/^\s*(?:[\dIVX]+\.?)*\s*/, '')
    .replace(/[:.\s]+$/, '')
  return names.test(plain.trim())
}

const names =
  /^(?:references|list of references|reference list|bibliography|works cited|literature(?: cited)?|sources|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|références|bibliographie|referencias|bibliografía|bibliografia|referências|riferimenti(?: bibliografici)?|literatuur(?:lijst)?|referenser|litteratur(?:liste)?|литература|参考文献)$/iu
