import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const guide = `# Pump Guide

## Warranty

The warranty of the water pump lasts three years. It starts on the day of purchase.

## Cleaning

Clean the filter of the water pump every month. Never use solvents on the filter.

## Talking to the pump

The pump is read with a small script, which prints its pressure:

\`\`\`python
import pump

def read_pressure(address):
    device = pump.connect(address)
    return device.pressure
\`\`\`

Install the driver before:

~~~sh
pip install pump-driver
~~~
`

export const page = `<html><head><title>Valves</title></head><body><main><h1>Valves</h1>
<p>A check valve lets water flow in one direction only. It closes by itself when the flow turns.</p>
<h2>Settings</h2><p>The valve reads its settings from a file:</p>
<pre class="language-json">{
  "direction": "in",
  "limit": 4
}</pre></main></body></html>`

/** Writes the files of a small plant into a folder that the server may read. */
export async function writeLibrary(folder: string): Promise<{ guide: string; page: string; broken: string }> {
  const place = join(folder, 'plant')
  await mkdir(place, { recursive: true })
  const paths = {
    guide: join(place, 'guide.md'),
    page: join(place, 'valves.html'),
    broken: join(place, 'broken.pdf'),
  }
  await writeFile(paths.guide, guide)
  await writeFile(paths.page, page)
  await writeFile(paths.broken, '%PDF-1.7 and nothing else')
  return paths
}
