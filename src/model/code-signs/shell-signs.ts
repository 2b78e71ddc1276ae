import { type Sign, sign } from './sign.ts'

/** Command lines and their scripts. */
export const shellSigns: readonly Sign[] = [
  sign('bash', 6, /^\s*(?:[\w.@~:/-]*[$%]|\[[^\]\n]*\][$#]|[\w.@-]+:[~/]\S*#) \S/m),
  sign('bash', 5, /^#!\s*\/(?:usr\/)?bin\/(?:env )?(?:ba|z|k)?sh/),
  // A prompt of root looks like a comment: only where a command follows.
  sign(
    'bash',
    6,
    /^# (?:\.{0,2}\/\S|(?:apt|apt-get|aptitude|dpkg|systemctl|service|mount|umount|mkdir|cd|cp|mv|ls|cat|chmod|chown|adduser|useradd|passwd|ip|tar|make|openssl|git|docker|yum|dnf|modprobe|ssh|vi|vim|nano|echo|rm|ln|kill|mkfs\S*|lvcreate|pip|npm|postfix|iptables)\b(?! (?:is|are|the|of|was|and|or|command|file)\b))/m,
  ),
  sign(
    'bash',
    4,
    /^\s*(?:sudo|apt(?:-get)?|npm|npx|pip3?|git|curl|wget|cd|mkdir|chmod|chown|export|docker|kubectl|python3?|brew|echo|ssh|scp|rsync|systemctl|openssl|tar|rm|cp|mv|ls|gcc|javac|mvn|cargo|yum|dnf|dpkg|e?grep|\.\/configure|\.\/\w[\w.-]*) [\w./~$"'-]/m,
  ),
  sign(
    'bash',
    3,
    /^\s*(?:make|go|java|node|ruby|perl|php|source|service|find|xargs|cat)(?: [-\w./=$"'~*:@+]+)+\s*$/m,
  ),
  sign('bash', 3, /^\s*(?:\w+=\S* )*[a-z][\w./-]*(?: [\w./:@=$-]+)*? --?[a-zA-Z][\w-]*(?:[= ]|$)/m),
  sign('bash', 2, /\|\s*(?:grep|awk|sed|xargs|sort|head|tail|wc)\b|\$\{?[A-Z_]{2,}|2>&1|>\s*\/dev\/null/),
  sign('bash', 3, /\$\([\w-]+ [^)\n]*\)|^\w+=`/m),
  sign(
    'bash',
    4,
    /^\s*(?:if \[|for \w+ in\b.*;? ?do\s*$|while .*; do\s*$|then\s*$|case .* in\s*$|esac\s*$|done\s*(?:[|<>].*)?$)/m,
  ),
  sign('bash', 2, /^\s*(?:fi|export \w+=.*|[A-Z_][A-Z0-9_]*=\S*)\s*$/m),
  sign('bash', 5, /^\s*(?:function [\w+:.-]+ ?(?:\(\))? ?\{|[\w-]+ ?\(\) ?\{)/m),
  sign(
    'bash',
    5,
    /^\s*(?:print -|typeset -|autoload |alias -?\w|zstyle |bindkey |setopt |unset |compdef |local \w+=\S)/m,
  ),
  sign('bash', 4, /\$\(\(|^\s*\(\(.*\)\)\s*$/m),
  sign(
    'fish',
    7,
    /^\s*(?:set -\w+ \w+ .*|function [\w-]+(?: --\w+.*)?\s*\n[\s\S]*^end\s*$)|\bstring (?:match|replace|split) -/m,
  ),
  sign('batch', 6, /^\s*(?:[A-Z]:(?:\\[^>\n]*)?>|@echo off)/im),
  sign(
    'powershell',
    6,
    /^\s*PS(?: [A-Z]:[^>]*)?>|^\s*(?:Get|Set|New|Remove|Invoke|Install|Import)-[A-Z]\w+/m,
  ),
]
