/** Names that a walk through a folder leaves out, with all that lies below them: hidden ones and installed packages. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}
