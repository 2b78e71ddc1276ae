import { domToMarkdown, type HtmlMarkdown, withoutMarks } from '../web/html-to-markdown.ts'
import { parseHtml } from '../web/parse-html.ts'

/** Converts the HTML part of a mail, without text that mail programs do not show. */
export async function mailHtmlToMarkdown(html: string): Promise<HtmlMarkdown> {
  const $ = await parseHtml(withoutMarks(html))
  $('head, title, style').remove()
  for (const element of $('[style]').toArray())
    if (hidden.test(element.attribs.style ?? '')) $(element).remove()
  // Links to pictures and addresses inside the mail lead nowhere outside of it.
  for (const link of $('a[href]').toArray())
    if (/^(?:cid|mid):/i.test(link.attribs.href?.trim() ?? '')) $(link).replaceWith($(link).contents())
  return domToMarkdown($)
}

/** The preview line of newsletters. */
const hidden = /(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)\b/i
