/**
 * The parameters of methods of Python's own types, in the marks of the standard library's table. Methods that may be
 * called in ways which no signature tells are left out. Taken from Python 3.11.
 */
export const builtinSignatures: Readonly<Record<string, string>> = {
  str: 'capitalize( casefold( center(/width,/fillchar? count(/sub,/start?,/end? encode(encoding?,errors? endswith(/suffix,/start?,/end? expandtabs(tabsize? find(/sub,/start?,/end? index(/sub,/start?,/end? isalnum( isalpha( isascii( isdecimal( isdigit( isidentifier( islower( isnumeric( isprintable( isspace( istitle( isupper( join(/iterable ljust(/width,/fillchar? lower( lstrip(/chars? partition(/sep removeprefix(/prefix removesuffix(/suffix replace(/old,/new,/count? rfind(/sub,/start?,/end? rindex(/sub,/start?,/end? rjust(/width,/fillchar? rpartition(/sep rsplit(sep?,maxsplit? rstrip(/chars? split(sep?,maxsplit? splitlines(keepends? startswith(/prefix,/start?,/end? strip(/chars? swapcase( title( translate(/table upper( zfill(/width',
  bytes:
    'capitalize( center(/width,/fillchar? decode(encoding?,errors? expandtabs(tabsize? fromhex(/string isalnum( isalpha( isdigit( isspace( join(/iterable_of_bytes ljust(/width,/fillchar? lower( lstrip(/bytes? maketrans(/frm,/to partition(/sep removeprefix(/prefix removesuffix(/suffix replace(/old,/new,/count? rjust(/width,/fillchar? rpartition(/sep rsplit(sep?,maxsplit? rstrip(/bytes? split(sep?,maxsplit? splitlines(keepends? strip(/bytes? swapcase( title( translate(/table,delete? upper( zfill(/width',
  bytearray:
    'append(/item center(/width,/fillchar? clear( copy( decode(encoding?,errors? expandtabs(tabsize? extend(/iterable_of_ints fromhex(/string insert(/index,/item join(/iterable_of_bytes ljust(/width,/fillchar? lstrip(/bytes? maketrans(/frm,/to partition(/sep pop(/index? remove(/value removeprefix(/prefix removesuffix(/suffix replace(/old,/new,/count? reverse( rjust(/width,/fillchar? rpartition(/sep rsplit(sep?,maxsplit? rstrip(/bytes? split(sep?,maxsplit? splitlines(keepends? strip(/bytes? translate(/table,delete? zfill(/width',
  list: 'append(/object clear( copy( count(/value extend(/iterable index(/value,/start?,/stop? insert(/index,/object pop(/index? remove(/value reverse( sort(=key?,=reverse?',
  dict: 'clear( copy( fromkeys(/iterable,/value? get(/key,/default? items( keys( popitem( setdefault(/key,/default? values(',
  tuple: 'count(/value index(/value,/start?,/stop?',
  int: 'as_integer_ratio( bit_count( bit_length( from_bytes(bytes,byteorder?,=signed? to_bytes(length?,byteorder?,=signed?',
  float: 'as_integer_ratio( conjugate( fromhex(/string hex( is_integer(',
  complex: 'conjugate(',
  're.Pattern':
    'findall(string,pos?,endpos? finditer(string,pos?,endpos? fullmatch(string,pos?,endpos? match(string,pos?,endpos? scanner(string,pos?,endpos? search(string,pos?,endpos? split(string,maxsplit? sub(repl,string,count? subn(repl,string,count?',
  're.Match': 'end(/group? expand(template groupdict(default? groups(default? span(/group? start(/group?',
  set: 'add(/object clear( copy( discard(/object pop( remove(/object',
  frozenset: 'copy(',
}
