/** Python's built-in classes: their bases, and the names each of them adds. Taken from Python 3.11. */
export const builtinClasses: Readonly<Record<string, { bases: readonly string[]; members: string }>> = {
  ArithmeticError: { bases: ['Exception'], members: '' },
  AssertionError: { bases: ['Exception'], members: '' },
  AttributeError: { bases: ['Exception'], members: 'name obj' },
  BaseException: {
    bases: ['object'],
    members:
      '__cause__ __context__ __dict__ __setstate__ __suppress_context__ __traceback__ add_note args with_traceback',
  },
  BaseExceptionGroup: {
    bases: ['BaseException'],
    members: '__class_getitem__ derive exceptions message split subgroup',
  },
  BlockingIOError: { bases: ['OSError'], members: '' },
  BrokenPipeError: { bases: ['ConnectionError'], members: '' },
  BufferError: { bases: ['Exception'], members: '' },
  BytesWarning: { bases: ['Warning'], members: '' },
  ChildProcessError: { bases: ['OSError'], members: '' },
  ConnectionAbortedError: { bases: ['ConnectionError'], members: '' },
  ConnectionError: { bases: ['OSError'], members: '' },
  ConnectionRefusedError: { bases: ['ConnectionError'], members: '' },
  ConnectionResetError: { bases: ['ConnectionError'], members: '' },
  DeprecationWarning: { bases: ['Warning'], members: '' },
  EOFError: { bases: ['Exception'], members: '' },
  EncodingWarning: { bases: ['Warning'], members: '' },
  EnvironmentError: { bases: ['OSError'], members: '' },
  Exception: { bases: ['BaseException'], members: '' },
  ExceptionGroup: { bases: ['BaseExceptionGroup', 'Exception'], members: '__weakref__' },
  FileExistsError: { bases: ['OSError'], members: '' },
  FileNotFoundError: { bases: ['OSError'], members: '' },
  FloatingPointError: { bases: ['ArithmeticError'], members: '' },
  FutureWarning: { bases: ['Warning'], members: '' },
  GeneratorExit: { bases: ['BaseException'], members: '' },
  IOError: { bases: ['OSError'], members: '' },
  ImportError: { bases: ['Exception'], members: 'msg name path' },
  ImportWarning: { bases: ['Warning'], members: '' },
  IndentationError: { bases: ['SyntaxError'], members: '' },
  IndexError: { bases: ['LookupError'], members: '' },
  InterruptedError: { bases: ['OSError'], members: '' },
  IsADirectoryError: { bases: ['OSError'], members: '' },
  KeyError: { bases: ['LookupError'], members: '' },
  KeyboardInterrupt: { bases: ['BaseException'], members: '' },
  LookupError: { bases: ['Exception'], members: '' },
  MemoryError: { bases: ['Exception'], members: '' },
  ModuleNotFoundError: { bases: ['ImportError'], members: '' },
  NameError: { bases: ['Exception'], members: 'name' },
  NotADirectoryError: { bases: ['OSError'], members: '' },
  NotImplementedError: { bases: ['RuntimeError'], members: '' },
  OSError: { bases: ['Exception'], members: 'characters_written errno filename filename2 strerror' },
  OverflowError: { bases: ['ArithmeticError'], members: '' },
  PendingDeprecationWarning: { bases: ['Warning'], members: '' },
  PermissionError: { bases: ['OSError'], members: '' },
  ProcessLookupError: { bases: ['OSError'], members: '' },
  RecursionError: { bases: ['RuntimeError'], members: '' },
  ReferenceError: { bases: ['Exception'], members: '' },
  ResourceWarning: { bases: ['Warning'], members: '' },
  RuntimeError: { bases: ['Exception'], members: '' },
  RuntimeWarning: { bases: ['Warning'], members: '' },
  StopAsyncIteration: { bases: ['Exception'], members: '' },
  StopIteration: { bases: ['Exception'], members: 'value' },
  SyntaxError: {
    bases: ['Exception'],
    members: 'end_lineno end_offset filename lineno msg offset print_file_and_line text',
  },
  SyntaxWarning: { bases: ['Warning'], members: '' },
  SystemError: { bases: ['Exception'], members: '' },
  SystemExit: { bases: ['BaseException'], members: 'code' },
  TabError: { bases: ['IndentationError'], members: '' },
  TimeoutError: { bases: ['OSError'], members: '' },
  TypeError: { bases: ['Exception'], members: '' },
  UnboundLocalError: { bases: ['NameError'], members: '' },
  UnicodeDecodeError: { bases: ['UnicodeError'], members: 'encoding end object reason start' },
  UnicodeEncodeError: { bases: ['UnicodeError'], members: 'encoding end object reason start' },
  UnicodeError: { bases: ['ValueError'], members: '' },
  UnicodeTranslateError: { bases: ['UnicodeError'], members: 'encoding end object reason start' },
  UnicodeWarning: { bases: ['Warning'], members: '' },
  UserWarning: { bases: ['Warning'], members: '' },
  ValueError: { bases: ['Exception'], members: '' },
  Warning: { bases: ['Exception'], members: '' },
  ZeroDivisionError: { bases: ['ArithmeticError'], members: '' },
  bool: { bases: ['int'], members: '__and__ __or__ __rand__ __ror__ __rxor__ __xor__' },
  bytearray: {
    bases: ['object'],
    members:
      '__add__ __alloc__ __contains__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ __setitem__ append capitalize center clear copy count decode endswith expandtabs extend find fromhex hex index insert isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition pop remove removeprefix removesuffix replace reverse rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  },
  bytes: {
    bases: ['object'],
    members:
      '__add__ __bytes__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  },
  classmethod: { bases: ['object'], members: '__dict__ __func__ __get__ __isabstractmethod__ __wrapped__' },
  complex: {
    bases: ['object'],
    members:
      '__abs__ __add__ __bool__ __complex__ __getnewargs__ __mul__ __neg__ __pos__ __pow__ __radd__ __rmul__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ conjugate imag real',
  },
  dict: {
    bases: ['object'],
    members:
      '__class_getitem__ __contains__ __delitem__ __getitem__ __ior__ __iter__ __len__ __or__ __reversed__ __ror__ __setitem__ clear copy fromkeys get items keys pop popitem setdefault update values',
  },
  enumerate: { bases: ['object'], members: '__class_getitem__ __iter__ __next__' },
  filter: { bases: ['object'], members: '__iter__ __next__' },
  float: {
    bases: ['object'],
    members:
      '__abs__ __add__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getformat__ __getnewargs__ __int__ __mod__ __mul__ __neg__ __pos__ __pow__ __radd__ __rdivmod__ __rfloordiv__ __rmod__ __rmul__ __round__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ __trunc__ as_integer_ratio conjugate fromhex hex imag is_integer real',
  },
  frozenset: {
    bases: ['object'],
    members:
      '__and__ __class_getitem__ __contains__ __iter__ __len__ __or__ __rand__ __ror__ __rsub__ __rxor__ __sub__ __xor__ copy difference intersection isdisjoint issubset issuperset symmetric_difference union',
  },
  int: {
    bases: ['object'],
    members:
      '__abs__ __add__ __and__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getnewargs__ __index__ __int__ __invert__ __lshift__ __mod__ __mul__ __neg__ __or__ __pos__ __pow__ __radd__ __rand__ __rdivmod__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__ __round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __sub__ __truediv__ __trunc__ __xor__ as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes',
  },
  list: {
    bases: ['object'],
    members:
      '__add__ __class_getitem__ __contains__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__ __mul__ __reversed__ __rmul__ __setitem__ append clear copy count extend index insert pop remove reverse sort',
  },
  map: { bases: ['object'], members: '__iter__ __next__' },
  memoryview: {
    bases: ['object'],
    members:
      '__delitem__ __enter__ __exit__ __getitem__ __iter__ __len__ __setitem__ c_contiguous cast contiguous f_contiguous format hex itemsize nbytes ndim obj readonly release shape strides suboffsets tobytes tolist toreadonly',
  },
  object: {
    bases: [],
    members:
      '__class__ __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getstate__ __gt__ __hash__ __init__ __init_subclass__ __le__ __lt__ __ne__ __new__ __reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ __subclasshook__',
  },
  property: {
    bases: ['object'],
    members:
      '__delete__ __get__ __isabstractmethod__ __set__ __set_name__ deleter fdel fget fset getter setter',
  },
  range: {
    bases: ['object'],
    members: '__bool__ __contains__ __getitem__ __iter__ __len__ __reversed__ count index start step stop',
  },
  reversed: { bases: ['object'], members: '__iter__ __length_hint__ __next__ __setstate__' },
  set: {
    bases: ['object'],
    members:
      '__and__ __class_getitem__ __contains__ __iand__ __ior__ __isub__ __iter__ __ixor__ __len__ __or__ __rand__ __ror__ __rsub__ __rxor__ __sub__ __xor__ add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset pop remove symmetric_difference symmetric_difference_update union update',
  },
  slice: { bases: ['object'], members: 'indices start step stop' },
  staticmethod: {
    bases: ['object'],
    members: '__call__ __dict__ __func__ __get__ __isabstractmethod__ __wrapped__',
  },
  str: {
    bases: ['object'],
    members:
      '__add__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  },
  super: { bases: ['object'], members: '__get__ __self__ __self_class__ __thisclass__' },
  tuple: {
    bases: ['object'],
    members:
      '__add__ __class_getitem__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mul__ __rmul__ count index',
  },
  type: {
    bases: ['object'],
    members:
      '__abstractmethods__ __annotations__ __base__ __bases__ __basicsize__ __call__ __dict__ __dictoffset__ __flags__ __instancecheck__ __itemsize__ __mro__ __name__ __or__ __prepare__ __qualname__ __ror__ __subclasscheck__ __subclasses__ __text_signature__ __weakrefoffset__ mro',
  },
  zip: { bases: ['object'], members: '__iter__ __next__ __setstate__' },
}

/** Built-in functions and constants. */
export const builtinNames: ReadonlySet<string> = new Set(
  'Ellipsis False None NotImplemented True abs aiter all anext any ascii bin breakpoint callable chr compile copyright credits delattr dir divmod eval exec exit format getattr globals hasattr hash help hex id input isinstance issubclass iter len license locals max min next oct open ord pow print quit repr round setattr sorted sum vars'.split(
    ' ',
  ),
)

/** Members of every class object. */
export const typeMembers: ReadonlySet<string> = new Set(
  '__abstractmethods__ __annotations__ __base__ __bases__ __basicsize__ __call__ __class__ __delattr__ __dict__ __dictoffset__ __dir__ __doc__ __flags__ __getattribute__ __init__ __instancecheck__ __itemsize__ __module__ __mro__ __name__ __new__ __or__ __orig_bases__ __parameters__ __prepare__ __qualname__ __repr__ __ror__ __setattr__ __sizeof__ __subclasscheck__ __subclasses__ __text_signature__ __weakrefoffset__ mro'.split(
    ' ',
  ),
)

/** Members of every instance of a class that is defined in Python. */
export const instanceMembers: ReadonlySet<string> = new Set(
  '__dict__ __weakref__ __module__ __annotations__ __slots__ __orig_class__ __class__'.split(' '),
)

/** Members of every module. */
export const moduleMembers: ReadonlySet<string> = new Set(
  '__name__ __doc__ __package__ __loader__ __spec__ __path__ __file__ __cached__ __dict__ __annotations__ __builtins__ __class__'.split(
    ' ',
  ),
)
