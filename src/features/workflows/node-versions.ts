/**
 * Versions of n8n’s own nodes, where that is not 1: the newest that n8n 1.110, 2.8 and 2.41 all have. n8n takes a node
 * without a version for the first version of its type, in which many nodes take other parameters than today.
 */
const versions = new Map(
  `
  airtable 2.1, awsS3 2, calTrigger 2, coda 1.1, code 2, compareDatasets 2.3, compression 1.1,
  convertToFile 1.1, dateTime 2, discord 2, emailReadImap 2.1, emailSend 2.1, evaluation 4.7,
  evaluationTrigger 4.6, executeWorkflow 1.2, executeWorkflowTrigger 1.1, executionData 1.1, filter 2.2,
  form 2.3, formTrigger 2.3, github 1.1, gmail 2.1, gmailTrigger 1.3, googleAnalytics 2, googleBigQuery 2.1,
  googleBooks 2, googleCalendar 1.3, googleDocs 2, googleDrive 3, googleFirebaseCloudFirestore 1.1,
  googleSheets 4.7, googleSlides 2, googleTranslate 2, graphql 1.1, highLevel 2, html 1.2, httpRequest 4.2,
  hubspot 2.2, if 2.2, invoiceNinja 2, invoiceNinjaTrigger 2, itemLists 3.1, jiraTrigger 1.1,
  kafkaTrigger 1.1, lemlist 2, linear 1.1, mailerLite 2, mailerLiteTrigger 2, merge 3.2, microsoftExcel 2.1,
  microsoftOutlook 2, microsoftSql 1.1, microsoftTeams 2, mindee 3, mongoDb 1.2, moveBinaryData 1.1,
  mySql 2.5, nocoDb 3, notion 2.2, openAi 1.1, pipedriveTrigger 1.1, postgres 2.6, rabbitmq 1.1,
  removeDuplicates 2, respondToWebhook 1.4, rssFeedRead 1.2, scheduleTrigger 1.2, seaTable 2,
  seaTableTrigger 2, set 3.4, slack 2.3, splitInBatches 3, splunk 2, spreadsheetFile 2, strava 1.1,
  summarize 1.1, switch 3.2, telegram 1.2, telegramTrigger 1.2, theHiveTrigger 2, todoist 2.1, twitter 2,
  typeformTrigger 1.1, wait 1.1, webflow 2, webflowTrigger 2, webhook 2.1
`
    .split(',')
    .map(entry => entry.trim().split(' '))
    .map(([name = '', version = '']) => [name, Number(version)] as const),
)

const ownPackage = 'n8n-nodes-base.'

/** The version to give a node of this type that came without one; null for types of other packages. */
export function currentVersionOf(type: string): number | null {
  return type.startsWith(ownPackage) ? (versions.get(type.slice(ownPackage.length)) ?? 1) : null
}
