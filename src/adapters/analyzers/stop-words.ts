/**
 * Function words. Question words are included: they begin most questions and occur in few answers. Negations are not
 * included where dropping them would reverse the meaning of a question.
 */
const lists: Readonly<Record<string, string>> = {
  en: `a about above after again all also am an and any are as at be because been before being below between both but
    by can could did do does doing down during each either few for from further had has have having he her here hers
    herself him himself his how i if in into is it its itself just let may me might more most must my myself of off on
    once only or other ought our ours ourselves out over own same shall she should so some such than that the their
    theirs them themselves then there these they this those through to too under until up upon us very was we were
    what when where whether which while who whom whose why will with would you your yours yourself yourselves s t d ll
    m re ve e.g i.e`,
  de: `ab aber als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim bin bis bist da dabei
    dadurch dafür damit dann daran darauf daraus darf darin darüber darum das dass dein deine deinem deinen deiner dem
    den denen denn der deren des dessen die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine
    einem einen einer eines einige einigem einigen einiger einiges er es etwas euch euer für gegen gewesen hab habe
    haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja
    jede jedem jeden jeder jedes jene jenem jenen jener jenes jetzt kann können könnte man manche manchem manchen
    mancher manches mein meine meinem meinen meiner mich mir mit muss müssen nach noch nun nur ob oder ohne sehr sein
    seine seinem seinen seiner seines seit selbst sich sie sind so sogar solche solchem solchen solcher solches soll
    sollen sollte sollten sondern sonst über um und uns unser unsere unserem unseren unserer unter viel viele vom von
    vor während war waren warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wessen
    wie wieder will wir wird wo wobei wodurch wofür womit wonach woran worauf woraus worin worüber worum wovon wozu
    wurde wurden würde würden zu zum zur zwar zwischen`,
  fr: `à afin ai aie ainsi alors après as au aucun aucune aussi autre autres aux avait avant avec avoir ayant c ce ceci
    cela celle celles celui ces cet cette ceux chaque chez ci comme comment d dans de des depuis donc dont du elle elles
    en encore entre es est et étaient était étant été être eu eux font furent fut ici il ils j je l la là laquelle le
    lequel les lesquelles lesquels leur leurs lors lui m ma mais me même mêmes mes mon n ne ni nos notre nous on ont ou
    où par parce pendant peu peut plus plusieurs pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa
    sans se selon sera ses si son sont sous soit sur t ta te tes ton tous tout toute toutes très tu un une vers vos
    votre vous y`,
  es: `a al algo algún alguna algunas alguno algunos ante antes aquel aquella aquellas aquellos aquí así aun aunque bajo
    bien cada como cómo con contra cual cuál cuales cuáles cuando cuándo cuánto cuántos de del desde donde dónde dos
    durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos está estaba están estar este esta estas
    esto estos fue fueron ha había han hasta hay la las le les lo los más me mi mis mientras mucho muy nos nosotros o os
    otra otras otro otros para pero poco por porque por qué que qué quien quién quienes se sea según ser si sí sido sin
    sobre son su sus también tan tanto te tiene tienen toda todas todo todos tu tus un una unas uno unos usted y ya yo`,
  it: `a abbia abbiamo ad agli ai al alla alle allo altra altre altri altro anche ancora avere aveva c che chi ci ciò
    come con contro cosa cui d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello di dopo dove due
    durante e è ed egli era erano essere essi fra già gli ha hanno ho i il in io l la le lei li lo loro lui ma me mentre
    mi mia mie miei mio molto ne negli nei nel nell nella nelle nello noi nostra nostro o ogni oppure per perché però più
    poco prima qual quale quali quando quanto quel quella quelle quelli quello questa queste questi questo qui quindi s
    sarà se sei si sia sono sopra sotto stata stati stato su sua sue sugli sui sul sulla sulle sullo suo suoi tra tu tua
    tutta tutte tutti tutto un una uno v vi voi`,
  nl: `aan af al alle als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er ge
    geweest haar had hadden heb hebben heeft hem het hier hij hoe hun ik in is ja je kan kon kunnen maar me meer men met
    mij mijn moet moeten na naar nog nu of om omdat onder ons onze ook op over reeds te tegen toch toen tot u uit uw van
    veel voor waar waarom wanneer want waren was wat welk welke werd werden wie wil worden wordt zal ze zelf zich zij
    zijn zo zonder zou zouden`,
  pt: `a à agora ainda além algum alguma algumas alguns ante antes ao aos após aquela aquelas aquele aqueles aquilo as às
    assim até cada com como contra da das de dela delas dele deles depois desde do dos durante e é ela elas ele eles em
    entre era eram essa essas esse esses esta está estão estas este estes eu foi foram há isso isto já lhe lhes lo mais
    mas me mesmo meu meus minha muito muitos na nas nem no nos nós nossa nosso num numa o onde os ou outra outras outro
    outros para pela pelas pelo pelos perante pode por porque por que quais qual quando quanto que quem são se seja sem
    ser será seu seus sob sobre sua suas também tem têm ter toda todas todo todos tu tua tudo um uma umas uns você vocês`,
  sv: `alla allt än är åt att av bara blev bli blir både då där de dem den denna deras dess dessa det detta dig din dina
    du efter eller en er era ett från för genom ha hade han hans har här henne hennes hon honom hos hur i in inom jag kan
    kunde man med mellan men mig min mina mot mycket nån någon något några när nu och också om oss på samma sedan sig sin
    sina sitt själv ska skulle så sådan som till under upp ut utan vad var vara varför varit varje vars vart vem vi vid
    vilka vilken vilket`,
  da: `af alle alt at anden andet andre blev blive bliver både da de dem den denne der deres det dette dig din disse dog
    du efter eller en end er et for fordi fra få han hans har havde have hende hendes her hos hun hvad hvem hver hvilke
    hvilken hvilket hvis hvor hvordan hvorfor hvornår i jeg jer kan kunne man mange med meget mellem men mere mig min mit
    mod må ned noget nogle nogen nu når og også om op os over på samme sig sin sine sit skal skulle som sådan til ud under
    var ved vi vil ville være været`,
  no: `alle alt at av bare begge ble bli blir blitt både da de deg dem den denne der dere deres det dette di din disse du
    eller en enn er et ett etter for fordi fra få før ha hadde han hans har hennes her hos hun hva hvem hver hvilke hvilken
    hvilket hvis hvor hvordan hvorfor i jeg kan kunne man mange med meg mellom men mer min mitt mot må mye ned noe noen når
    nå og også om opp oss over på samme seg sin sine sitt skal skulle slik som så til ut under var ved vi vil ville være
    vært å`,
  fi: `ei eivät eli ennen että han he heidän hän hänen ja jo joka joiden joissa joita jolla jolle jonka jos jossa jota
    jotka jotta kaikki kanssa keiden ketkä koska kuin kuinka kuka kun kunka me mihin mikä mikäli milloin miksi millainen
    minkä minä missä mistä mitä mitkä mukaan mutta muu muut myös ne niiden niin niitä noin nyt ole oleva oli olivat olla
    on ovat paljonko sen sekä se siinä siitä sillä sitä sitten tai te tuo tämä tämän tässä tätä vaan vai vain vaikka voi
    ja`,
  ru: `а без более больше бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее её
    если есть еще ещё же за зачем здесь и из или им их к как какая какие какой когда кого который которая которые кто куда
    ли либо между меня мне может мой мы на над надо нас наш него нее неё нет них но о об однако он она они оно от очень по
    под почему при про с сам свой своей своих себя сейчас со так также такой там те тем то того тоже той только том тот
    тут ты у уже хотя чего чей чем что чтобы чья эта эти это этого этой этом этот я`,
}

const stopWords = new Map<string, ReadonlySet<string>>()

/** Expects a word in lower case, with its diacritics. */
export function isStopWord(word: string, language: string): boolean {
  return stopWordsOf(language).has(word)
}

function stopWordsOf(language: string): ReadonlySet<string> {
  const listed = language === 'nb' || language === 'nn' ? 'no' : language
  const known = stopWords.get(listed)
  if (known !== undefined) return known
  const words = new Set((lists[listed] ?? '').split(/\s+/).filter(word => word !== ''))
  stopWords.set(listed, words)
  return words
}
