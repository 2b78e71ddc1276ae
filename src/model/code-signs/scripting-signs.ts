import { type Sign, sign } from './sign.ts'

/** Languages that are run as they are written. */
export const scriptingSigns: readonly Sign[] = [
  sign('python', 6, /^\s*(?:>>>|In \[\d*\]:) /m),
  sign('python', 4, /^\s*(?:async )?def \w+\(.*\).*:\s*(?:#.*)?$/m),
  sign('python', 4, /^\s*class \w+(?:\([^)]*\))?:\s*$/m),
  sign('python', 4, /^\s*(?:from [\w.]+ import [\w*(]|import [\w.]+ as \w+\s*$)/m),
  sign('python', 3, /^import [a-z_][\w.]*(?:, [\w.]+)*\s*$/m),
  sign(
    'python',
    3,
    /^\s*(?:if|elif|for|while|with|try|except|else|finally|match|case)\b[^{;]*:\s*(?:#.*)?$/m,
  ),
  sign('python', 2, /\b(?:self\.\w+|None|True|False|__\w+__|lambda \w*:|print\()/),
  sign('python', 2, /^\s*@\w[\w.]*(?:\(.*\))?\s*$/m),
  sign('python', 1, /\w\.\w+\([^;{}]*\)\s*(?:#.*)?$/m),
  sign('python', 1, /^\w[\w.]*(?:, \w+)* = (?![/$])[^;{|]*[^;{,.|]$/m),
  sign('python', 1, /^\s*#\s\w.*$/m),
  sign('ruby', 12, /^irb(?:\(\w+\))?[:\d]*[>*] /m),
  sign('ruby', 4, /^\s*(?:def \w+[?!]?(?:\(.*\))?\s*$|require ['"]|puts )/m),
  sign('ruby', 4, /\b(?:do|\{) ?\|\w+(?:, ?\w+)*\||\.each\b|^\s*attr_\w+ :|irb\(/m),
  sign('ruby', 2, /^\s*end\s*$/m),
  sign(
    'perl',
    7,
    /^\s*(?:use (?:strict|warnings|[A-Z]\w*(?:::\w+)*)\b.*;|my [$@%(]|our [$@%]|sub \w+\s*\{)|=~ ?[/msy(]|\$\w+->[{[\w]|^#!.*\bperl/m,
  ),
  sign('perl', 4, /^\s*(?:[@%]\w+ = \(|(?:foreach|unless) .*[({$]|print .*\\n")|\bqw[(/]/m),
  sign('php', 8, /<\?(?:php|=)/),
  sign('php', 4, /^\s*\$\w+(?:->\w+)*\s*=\s*[^=~]/m),
  sign('lua', 5, /^\s*(?:local (?:function \w+|\w+(?:, \w+)* = )|function [\w.:]+\(.*\)\s*$)/m),
  sign('lua', 3, /\b(?:then|elseif .* then)\s*$|\w\.\.\s*["\w]|\bnil\b/m),
  sign(
    'tcl',
    5,
    /^\s*(?:proc [\w:]+ \{|namespace eval |set [\w:()]+ (?:\[|\{|"|\$|\d)|package require |foreach \w+ \$)/m,
  ),
  sign('r', 6, /(?:^|[\s(>])[\w.$[\]"]+ ?<-\s*[\w("'-]/m),
  sign('r', 4, /^> ?[\w.]+(?:\(|\s*(?:<-|=|\[)|::)/m),
  sign(
    'r',
    3,
    /\b(?:c\((?=["\d\w])|library\(|data\.frame\(|[ls]apply\(|Sys\.\w+\(|getS3method\(|paste0?\()|\bfunction\([\w., =]*\)\s*(?:\{|\w)|%in%|\w:::?\w+\(/,
  ),
  sign('matlab', 6, /^\s*(?:end(?:function|if|for|while|_\w+)|unwind_protect\w*)\b|^octave:\d+>/m),
  sign('matlab', 5, /^\s*function (?:\[?[\w, ]+\]?\s*=\s*)?\w+ ?(?:\([^)]*\))?;?\s*$/m),
  sign(
    'matlab',
    3,
    /\[[^\]\n:]*\d ?;[^\]]*\d ?\]|\w \.[*^/] \w|=\s*-?[\d.]+:-?[\d.]+(?::-?[\d.]+)?;|\bans =|⇒ ans|, \.\.\.\s*$/m,
  ),
  sign(
    'matlab',
    3,
    /^\s*(?:hold o[nf]f?|figure|clc|close all|axis|plot|surf|disp|fprintf|zeros|ones|load|pkg load)\s*(?:\(|;|$| \w+;?$)/m,
  ),
  sign('vim', 5, /^\s*(?::?set \w+[=?!]?\S*$|let [gbs]:\w+|[nvi]?noremap |autocmd |:\w+ <|augroup )/m),
  sign(
    'gnuplot',
    6,
    /^(?:gnuplot> |\s*pause (?:-?\d|mouse)|\s*(?:s?plot (?:\[|["'$]|\w+\()|set (?:arrow|object|label|multiplot|jitter|xtics|ytics|grid|pm3d|terminal|output|xrange|yrange|xlabel|ylabel|style|key|title)\b))/m,
  ),
]
