/**
 * Classes that JavaScript and Node.js bring along, by names only: `bases|members`. Where several share a name, all their
 * members are listed, so that nothing is called wrong for being another one's. Taken from the declarations of TypeScript
 * and of Node.js 24.
 */
export const scriptClasses: Readonly<Record<string, string>> = {
  ARIAMixin:
    '|ariaActiveDescendantElement ariaAtomic ariaAutoComplete ariaBrailleLabel ariaBrailleRoleDescription ariaBusy ariaChecked ariaColCount ariaColIndex ariaColIndexText ariaColSpan ariaControlsElements ariaCurrent ariaDescribedByElements ariaDescription ariaDetailsElements ariaDisabled ariaErrorMessageElements ariaExpanded ariaFlowToElements ariaHasPopup ariaHidden ariaInvalid ariaKeyShortcuts ariaLabel ariaLabelledByElements ariaLevel ariaLive ariaModal ariaMultiLine ariaMultiSelectable ariaOrientation ariaOwnsElements ariaPlaceholder ariaPosInSet ariaPressed ariaReadOnly ariaRelevant ariaRequired ariaRoleDescription ariaRowCount ariaRowIndex ariaRowIndexText ariaRowSpan ariaSelected ariaSetSize ariaSort ariaValueMax ariaValueMin ariaValueNow ariaValueText role',
  AbortController: '|abort signal',
  AbortSignal: 'EventTarget|aborted addEventListener onabort reason removeEventListener throwIfAborted',
  AbstractWorker: '|addEventListener onerror removeEventListener',
  Agent:
    'EventEmitter|constructor createConnection destroy freeSockets getName keepSocketAlive maxFreeSockets maxSockets maxTotalSockets options requests reuseSocket sockets',
  AggregateError: 'Error|errors prototype',
  Animatable: '|animate getAnimations',
  Array:
    '|at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach from fromAsync includes indexOf isArray join keys lastIndexOf length map of pop prototype push reduce reduceRight reverse shift slice some sort splice toLocaleString toReversed toSorted toSpliced toString unshift values with',
  AsyncDisposable: '|',
  AsyncIterable: '|',
  AsyncResource: '|asyncId bind constructor emitDestroy runInAsyncScope triggerAsyncId',
  Blob: '|arrayBuffer bytes constructor size slice stream text textStream type',
  Boolean: '|constructor length name prototype toString valueOf',
  Body: '|arrayBuffer blob body bodyUsed bytes formData json text',
  ChildNode: 'Node|after before remove replaceWith',
  ChildProcess:
    'EventEmitter|addListener channel connected disconnect emit exitCode kill killed on once pid prependListener prependOnceListener ref send signalCode spawnargs spawnfile stderr stdin stdio stdout unref',
  ClientRequest:
    'OutgoingMessage|abort aborted addListener constructor getRawHeaderNames host maxHeadersCount method on onSocket once path prependListener prependOnceListener protocol reusedSocket setNoDelay setSocketKeepAlive setTimeout',
  CloseEvent: 'Event|code reason wasClean',
  CustomEvent: 'Event|detail initCustomEvent',
  Date: '|UTC getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds now parse prototype setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds toDateString toISOString toJSON toLocaleDateString toLocaleString toLocaleTimeString toString toTemporalInstant toTimeString toUTCString valueOf',
  Disposable: '|',
  Duplex:
    'Stream,ReadWriteStream,Readable,Writable|addListener allowHalfOpen constructor emit from fromWeb on once prependListener prependOnceListener removeListener toWeb',
  Element:
    'Node,ARIAMixin,Animatable,ChildNode,NonDocumentTypeChildNode,ParentNode,Slottable|addEventListener attachShadow attributes checkVisibility classList className clientHeight clientLeft clientTop clientWidth closest computedStyleMap currentCSSZoom customElementRegistry getAttribute getAttributeNS getAttributeNames getAttributeNode getAttributeNodeNS getBoundingClientRect getClientRects getElementsByClassName getElementsByTagName getElementsByTagNameNS getHTML hasAttribute hasAttributeNS hasAttributes hasPointerCapture id innerHTML insertAdjacentElement insertAdjacentHTML insertAdjacentText localName matches namespaceURI onfullscreenchange onfullscreenerror outerHTML ownerDocument part prefix releasePointerCapture removeAttribute removeAttributeNS removeAttributeNode removeEventListener requestFullscreen requestPointerLock scroll scrollBy scrollHeight scrollIntoView scrollLeft scrollTo scrollTop scrollWidth setAttribute setAttributeNS setAttributeNode setAttributeNodeNS setHTMLUnsafe setPointerCapture shadowRoot slot tagName textContent toggleAttribute webkitMatchesSelector',
  ElementCSSInlineStyle: '|attributeStyleMap style',
  ElementContentEditable: '|contentEditable enterKeyHint inputMode isContentEditable',
  Error: '|captureStackTrace cause isError message name prepareStackTrace prototype stack stackTraceLimit',
  ErrorEvent: 'Event|colno error filename lineno message',
  EvalError: 'Error|prototype',
  Event:
    '|AT_TARGET BUBBLING_PHASE CAPTURING_PHASE NONE bubbles cancelBubble cancelable composed composedPath currentTarget defaultPrevented eventPhase initEvent isTrusted preventDefault returnValue srcElement stopImmediatePropagation stopPropagation target timeStamp type',
  EventEmitter:
    '|addAbortListener addListener captureRejectionSymbol captureRejections constructor defaultMaxListeners emit errorMonitor eventNames getEventListeners getMaxListeners listenerCount listeners off on once prependListener prependOnceListener rawListeners removeAllListeners removeListener setMaxListeners',
  EventTarget: '|addEventListener dispatchEvent removeEventListener',
  File: 'Blob|constructor lastModified name webkitRelativePath',
  FormData: '|append delete entries forEach get getAll has keys set values',
  Function: '|apply arguments bind caller length name prototype toString',
  GenericTransformStream: '|readable writable',
  GlobalEventHandlers:
    '|addEventListener onabort onanimationcancel onanimationend onanimationiteration onanimationstart onauxclick onbeforeinput onbeforematch onbeforetoggle onblur oncancel oncanplay oncanplaythrough onchange onclick onclose oncommand oncontextlost oncontextmenu oncontextrestored oncopy oncuechange oncut ondblclick ondrag ondragend ondragenter ondragleave ondragover ondragstart ondrop ondurationchange onemptied onended onerror onfocus onformdata ongotpointercapture oninput oninvalid onkeydown onkeypress onkeyup onload onloadeddata onloadedmetadata onloadstart onlostpointercapture onmousedown onmouseenter onmouseleave onmousemove onmouseout onmouseover onmouseup onpaste onpause onplay onplaying onpointercancel onpointerdown onpointerenter onpointerleave onpointermove onpointerout onpointerover onpointerrawupdate onpointerup onprogress onratechange onreset onresize onscroll onscrollend onsecuritypolicyviolation onseeked onseeking onselect onselectionchange onselectstart onslotchange onstalled onsubmit onsuspend ontimeupdate ontoggle ontouchcancel ontouchend ontouchmove ontouchstart ontransitioncancel ontransitionend ontransitionrun ontransitionstart onvolumechange onwaiting onwebkitanimationend onwebkitanimationiteration onwebkitanimationstart onwebkittransitionend onwheel removeEventListener',
  HTMLElement:
    'Element,ElementCSSInlineStyle,ElementContentEditable,GlobalEventHandlers,HTMLOrSVGElement|accessKey accessKeyLabel addEventListener attachInternals autocapitalize autocorrect click dir draggable hidden hidePopover inert innerText lang offsetHeight offsetLeft offsetParent offsetTop offsetWidth outerText popover removeEventListener showPopover spellcheck title togglePopover translate writingSuggestions',
  HTMLOrSVGElement: '|autofocus blur dataset focus nonce tabIndex',
  HTTP2ServerCommon: '|setTimeout updateSettings',
  Headers: '|append delete entries forEach get getSetCookie has keys set values',
  Http2SecureServer: 'Server,HTTP2ServerCommon|addListener emit on once prependListener prependOnceListener',
  Http2Server: 'Server,HTTP2ServerCommon|addListener emit on once prependListener prependOnceListener',
  Http2Session:
    'EventEmitter|addListener alpnProtocol close closed connecting destroy destroyed emit encrypted goaway localSettings on once originSet pendingSettingsAck ping prependListener prependOnceListener ref remoteSettings setLocalWindowSize setTimeout settings socket state type unref',
  Http2Stream:
    'Duplex|aborted addListener bufferSize close closed destroyed emit endAfterHeaders id on once pending prependListener prependOnceListener priority rstCode sendTrailers sentHeaders sentInfoHeaders sentTrailers session setTimeout state',
  IncomingMessage:
    'Readable|aborted complete connection constructor destroy headers headersDistinct httpVersion httpVersionMajor httpVersionMinor method rawHeaders rawTrailers setTimeout signal socket statusCode statusMessage trailers trailersDistinct url',
  Interface:
    'EventEmitter,Disposable|addListener close constructor cursor emit getCursorPos getPrompt line on once pause prependListener prependOnceListener prompt question resume setPrompt terminal write',
  Iterable: '|',
  Iterator: 'IteratorObject|from next return throw',
  IteratorObject: 'Iterator,Disposable|drop every filter find flatMap forEach map reduce some take toArray',
  Map: '|clear delete entries forEach get getOrInsert getOrInsertComputed groupBy has keys prototype set size values',
  MessageEvent: 'Event|data initMessageEvent lastEventId origin ports source',
  MessageEventTarget: '|addEventListener onmessage onmessageerror removeEventListener',
  Node: 'EventTarget|ATTRIBUTE_NODE CDATA_SECTION_NODE COMMENT_NODE DOCUMENT_FRAGMENT_NODE DOCUMENT_NODE DOCUMENT_POSITION_CONTAINED_BY DOCUMENT_POSITION_CONTAINS DOCUMENT_POSITION_DISCONNECTED DOCUMENT_POSITION_FOLLOWING DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC DOCUMENT_POSITION_PRECEDING DOCUMENT_TYPE_NODE ELEMENT_NODE ENTITY_NODE ENTITY_REFERENCE_NODE NOTATION_NODE PROCESSING_INSTRUCTION_NODE TEXT_NODE appendChild baseURI childNodes cloneNode compareDocumentPosition contains firstChild getRootNode hasChildNodes insertBefore isConnected isDefaultNamespace isEqualNode isSameNode lastChild lookupNamespaceURI lookupPrefix nextSibling nodeName nodeType nodeValue normalize ownerDocument parentElement parentNode previousSibling removeChild replaceChild textContent',
  NodeEventTarget:
    'EventTarget|addListener emit eventNames getMaxListeners listenerCount off on once removeAllListeners removeListener setMaxListeners',
  NonDocumentTypeChildNode: '|nextElementSibling previousElementSibling',
  Number:
    '|EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY constructor isFinite isInteger isNaN isSafeInteger length name parseFloat parseInt prototype toExponential toFixed toLocaleString toPrecision toString valueOf',
  OutgoingMessage:
    'Writable|addTrailers appendHeader chunkedEncoding connection constructor finished flushHeaders getHeader getHeaderNames getHeaders hasHeader headersSent removeHeader req sendDate setHeader setHeaders setTimeout shouldKeepAlive socket useChunkedEncodingByDefault',
  ParentNode:
    'Node|append childElementCount children firstElementChild lastElementChild moveBefore prepend querySelector querySelectorAll replaceChildren',
  PassThrough: 'Transform|',
  ProgressEvent: 'Event|lengthComputable loaded target total',
  Promise: '|all allSettled any catch finally prototype race reject resolve then try withResolvers',
  PromiseLike: '|then',
  RangeError: 'Error|prototype',
  ReadWriteStream: 'ReadableStream,WritableStream|',
  Readable:
    'Stream,ReadableStream|_construct _destroy _read addListener asIndexedPairs closed constructor destroy destroyed drop emit errored every filter find flatMap forEach from fromWeb isDisturbed isPaused iterator map on once pause prependListener prependOnceListener push read readable readableAborted readableDidRead readableEncoding readableEnded readableFlowing readableHighWaterMark readableLength readableObjectMode reduce removeListener resume setEncoding some take toArray toWeb unpipe unshift wrap',
  ReadableStream:
    'EventEmitter|cancel getReader isPaused locked pause pipe pipeThrough pipeTo read readable resume setEncoding tee unpipe unshift values wrap',
  ReadonlyArray:
    '|at concat entries every filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf length map reduce reduceRight slice some toLocaleString toReversed toSorted toSpliced toString values with',
  ReferenceError: 'Error|prototype',
  RegExp:
    '|$1 $2 $3 $4 $5 $6 $7 $8 $9 $_ compile dotAll escape exec flags global hasIndices ignoreCase input lastIndex lastMatch lastParen leftContext multiline prototype rightContext source sticky test unicode unicodeSets',
  Request:
    'Body|cache clone credentials destination hasPostData headers integrity keepalive method mode redirect referrer referrerPolicy signal url',
  RequestInit:
    '|body cache credentials dispatcher duplex headers integrity keepalive method mode priority redirect referrer referrerPolicy signal window',
  Response: 'Body|charset clone headers mimeType ok redirected status statusText type url',
  Server:
    'EventEmitter|addContext addListener address close closeAllConnections closeIdleConnections connections constructor emit getConnections getTicketKeys headersTimeout keepAliveTimeout keepAliveTimeoutBuffer listen listening maxConnections maxHeadersCount maxRequestsPerSocket on once prependListener prependOnceListener ref requestTimeout setSecureContext setTicketKeys setTimeout timeout unref',
  ServerResponse:
    'OutgoingMessage|assignSocket constructor detachSocket statusCode statusMessage strictContentLength writeContinue writeEarlyHints writeHead writeInformation writeProcessing',
  Set: '|add clear delete difference entries forEach has intersection isDisjointFrom isSubsetOf isSupersetOf keys prototype size symmetricDifference union values',
  Slottable: '|assignedSlot',
  Socket:
    'EventEmitter,Duplex,ReadWriteStream|addListener addMembership addSourceSpecificMembership address autoSelectFamilyAttemptedAddresses bind bindSync bufferSize bytesRead bytesWritten close connect connectSync connecting constructor destroySoon destroyed disconnect dropMembership dropSourceSpecificMembership emit end getRecvBufferSize getSendBufferSize getSendQueueCount getSendQueueSize getTypeOfService isTTY localAddress localFamily localPort on once pause pending prependListener prependOnceListener readyState ref remoteAddress remoteFamily remotePort resetAndDestroy resume send setBroadcast setEncoding setKeepAlive setMulticastInterface setMulticastLoopback setMulticastTTL setNoDelay setRecvBufferSize setSendBufferSize setTTL setTimeout setTypeOfService timeout unref write',
  Stream: 'EventEmitter|compose pipe',
  String:
    '|anchor at big blink bold charAt charCodeAt codePointAt concat constructor endsWith fixed fontcolor fontsize fromCharCode fromCodePoint includes indexOf isWellFormed italics lastIndexOf length link localeCompare match matchAll name normalize padEnd padStart prototype raw repeat replace replaceAll search slice small split startsWith strike sub substr substring sup toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart valueOf',
  SyntaxError: 'Error|prototype',
  TLSSocket:
    'Socket|addListener alpnProtocol authorizationError authorized constructor disableRenegotiation emit enableTrace encrypted exportKeyingMaterial getCertificate getCipher getEphemeralKeyInfo getFinished getPeerCertificate getPeerFinished getPeerX509Certificate getProtocol getSession getSharedSigalgs getTLSTicket getX509Certificate isSessionReused on once prependListener prependOnceListener renegotiate servername setKeyCert setMaxSendFragment',
  TextDecoderCommon: '|encoding fatal ignoreBOM',
  TextDecoderStream: 'GenericTransformStream,TextDecoderCommon|encoding fatal ignoreBOM readable writable',
  TextEncoderCommon: '|encoding',
  TextEncoderStream: 'GenericTransformStream,TextEncoderCommon|encoding readable writable',
  Transform: 'Duplex|_flush _transform constructor',
  TransformStream: '|readable writable',
  TypeError: 'Error|prototype',
  URL: '|canParse constructor createObjectURL hash host hostname href origin parse password pathname port protocol revokeObjectURL search searchParams toJSON toString username',
  URLSearchParams:
    'Iterable|append constructor delete entries forEach get getAll has keys set size sort toString values',
  Uint8Array:
    '|BYTES_PER_ELEMENT at buffer byteLength byteOffset copyWithin entries every fill filter find findIndex findLast findLastIndex forEach from fromBase64 fromHex includes indexOf join keys lastIndexOf length map of prototype reduce reduceRight reverse set setFromBase64 setFromHex slice some sort subarray toBase64 toHex toLocaleString toReversed toSorted toString valueOf values with',
  WeakMap: '|delete get getOrInsert getOrInsertComputed has prototype set',
  WeakSet: '|add delete has prototype',
  Worker:
    'EventTarget,AbstractWorker,MessageEventTarget,EventEmitter|addEventListener addListener constructor cpuUsage destroy disconnect emit exitedAfterDisconnect getHeapSnapshot getHeapStatistics id isConnected isDead kill off on once performance postMessage prependListener prependOnceListener process ref removeEventListener removeListener resourceLimits send startCpuProfile startHeapProfile stderr stdin stdout terminate threadId threadName unref',
  Writable:
    'Stream,WritableStream|_construct _destroy _final _write _writev addListener closed constructor cork destroy destroyed emit end errored fromWeb on once prependListener prependOnceListener removeListener setDefaultEncoding toWeb uncork writable writableAborted writableCorked writableEnded writableFinished writableHighWaterMark writableLength writableNeedDrain writableObjectMode write',
  WritableStream: 'EventEmitter|abort close end getWriter locked writable write',
}
