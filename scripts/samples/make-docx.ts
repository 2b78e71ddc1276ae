import { escapeXml, runsOf, type SampleBlock, sampleBlocks } from './sample-text.ts'
import { zip } from './zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const officeTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word document with headings, paragraphs and tables only. */
export function makeDocx(markdown: string): Uint8Array {
  const blocks = sampleBlocks(markdown)
  const title = blocks.find(block => block.kind === 'heading')?.text ?? ''
  return zip([
    { path: '[Content_Types].xml', text: contentTypes },
    { path: '_rels/.rels', text: packageRelations },
    { path: 'docProps/core.xml', text: coreProperties(title) },
    { path: 'word/_rels/document.xml.rels', text: documentRelations },
    { path: 'word/styles.xml', text: styles },
    { path: 'word/document.xml', text: documentXml(blocks) },
  ])
}

const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${officeTypes}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${officeTypes}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`

const packageRelations = `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationTypes}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`

const documentRelations = `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationTypes}/styles" Target="styles.xml"/></Relationships>`

const styles = `${declaration}<w:styles xmlns:w="${namespace}"><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${[1, 2].map(headingStyle).join('')}</w:styles>`

function headingStyle(level: number): string {
  return `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${40 - level * 6}"/></w:rPr></w:style>`
}

function coreProperties(title: string): string {
  return `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:creator>Quire samples</dc:creator><dc:language>en</dc:language></cp:coreProperties>`
}

function documentXml(blocks: readonly SampleBlock[]): string {
  return `${declaration}<w:document xmlns:w="${namespace}"><w:body>${blocks.map(blockXml).join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`
}

function blockXml(block: SampleBlock): string {
  if (block.kind === 'heading')
    return paragraphXml(block.text, `<w:pPr><w:pStyle w:val="Heading${block.level}"/></w:pPr>`)
  if (block.kind === 'paragraph') return paragraphXml(block.text, '')
  const rows = block.rows.map(
    cells => `<w:tr>${cells.map(cell => `<w:tc><w:tcPr/>${paragraphXml(cell, '')}</w:tc>`).join('')}</w:tr>`,
  )
  const columns = (block.rows[0] ?? []).map(() => '<w:gridCol w:w="3000"/>').join('')
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${columns}</w:tblGrid>${rows.join('')}</w:tbl>`
}

function paragraphXml(text: string, properties: string): string {
  const runs = runsOf(text).map(
    run =>
      `<w:r>${run.emphasis ? '<w:rPr><w:i/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(run.text)}</w:t></w:r>`,
  )
  return `<w:p>${properties}${runs.join('')}</w:p>`
}
