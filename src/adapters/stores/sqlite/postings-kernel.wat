;; Reads entries of FTS5's index and scores them by BM25. One thread uses it, for one collection at a time.
;; A doclist is a list of (row id as a difference, 2 * bytes of positions + deleted, positions); a position list is a
;; list of varints, in which 1 announces the number of a column. Lists continue on the next page, where the first row id
;; is complete. Row ids and sizes are never cut; position lists are cut between two varints.
(module
  (memory (export "memory") 1)

  ;; Places in the memory. $table: for every 256 keys the number of their group, or -1. $sizes: the number of terms of a
  ;; chunk + 1 as uint16, 0 for chunks that do not exist. $sums: the score of every chunk as float64.
  (global $table (mut i32) (i32.const 0))
  (global $groups (mut i32) (i32.const 0))
  (global $sizes (mut i32) (i32.const 0))
  (global $sums (mut i32) (i32.const 0))

  ;; What is known of an entry whose positions continue on the next page.
  (global $key (mut i32) (i32.const 0))
  (global $rest (mut i32) (i32.const 0))
  (global $column (mut i32) (i32.const 0))
  (global $announced (mut i32) (i32.const 0))
  (global $heading (mut i32) (i32.const 0))
  (global $body (mut i32) (i32.const 0))
  ;; Where the next entry is written: the index of the chunk, and its occurrences (heading + 65536 * body).
  (global $out (mut i32) (i32.const 0))
  ;; Where reading continues.
  (global $at (mut i32) (i32.const 0))

  (func (export "arrange") (param $table i32) (param $groups i32) (param $sizes i32) (param $sums i32)
    (global.set $table (local.get $table))
    (global.set $groups (local.get $groups))
    (global.set $sizes (local.get $sizes))
    (global.set $sums (local.get $sums)))

  (func (export "begin") (param $out i32)
    (global.set $out (local.get $out))
    (global.set $rest (i32.const 0)))

  ;; Big-endian, seven bits a byte. Keys have at most 31 bits.
  (func $varint (result i32)
    (local $byte i32) (local $value i32)
    (loop $next
      (local.set $byte (i32.load8_u (global.get $at)))
      (global.set $at (i32.add (global.get $at) (i32.const 1)))
      (local.set $value
        (i32.or (i32.shl (local.get $value) (i32.const 7)) (i32.and (local.get $byte) (i32.const 127))))
      (br_if $next (i32.ge_u (local.get $byte) (i32.const 128))))
    (local.get $value))

  ;; Counts the positions of the current entry up to $end or to the end of its list.
  (func $positions (param $end i32)
    (local $stop i32) (local $start i32) (local $value i32)
    (local.set $start (global.get $at))
    (local.set $stop (i32.add (local.get $start) (global.get $rest)))
    (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (global.get $at) (local.get $stop)))
        (local.set $value (call $varint))
        (if (global.get $announced)
          (then
            (global.set $column (local.get $value))
            (global.set $announced (i32.const 0)))
          (else
            (if (i32.eq (local.get $value) (i32.const 1))
              (then (global.set $announced (i32.const 1)))
              (else
                (if (global.get $column)
                  (then (global.set $body (i32.add (global.get $body) (i32.const 1))))
                  (else (global.set $heading (i32.add (global.get $heading) (i32.const 1)))))))))
        (br $next)))
    (global.set $rest (i32.sub (global.get $rest) (i32.sub (global.get $at) (local.get $start)))))

  ;; Writes the current entry, unless its chunk does not exist.
  (func $emit
    (local $group i32) (local $index i32)
    (local.set $group (i32.shr_u (global.get $key) (i32.const 8)))
    (if (i32.ge_u (local.get $group) (global.get $groups)) (then (return)))
    (local.set $group
      (i32.load (i32.add (global.get $table) (i32.shl (local.get $group) (i32.const 2)))))
    (if (i32.lt_s (local.get $group) (i32.const 0)) (then (return)))
    (local.set $index
      (i32.or (i32.shl (local.get $group) (i32.const 8)) (i32.and (global.get $key) (i32.const 255))))
    (if (i32.eqz (i32.load16_u (i32.add (global.get $sizes) (i32.shl (local.get $index) (i32.const 1)))))
      (then (return)))
    (i32.store (global.get $out) (local.get $index))
    (i32.store16 offset=4 (global.get $out)
      (select (global.get $heading) (i32.const 65535) (i32.lt_u (global.get $heading) (i32.const 65535))))
    (i32.store16 offset=6 (global.get $out)
      (select (global.get $body) (i32.const 65535) (i32.lt_u (global.get $body) (i32.const 65535))))
    (global.set $out (i32.add (global.get $out) (i32.const 8))))

  ;; Reads the part of a page from $from to $end. Answers with the place after the last entry. Nearly all entries have
  ;; short numbers and end on their page, so those are read here, without calls.
  (func (export "read") (param $from i32) (param $end i32) (result i32)
    (local $at i32) (local $out i32) (local $key i32) (local $size i32) (local $stop i32) (local $byte i32)
    (local $heading i32) (local $body i32) (local $group i32) (local $index i32)
    (global.set $at (local.get $from))
    (if (global.get $rest)
      (then
        (call $positions (local.get $end))
        (if (global.get $rest) (then (return (global.get $out))))
        (call $emit)))
    (local.set $at (global.get $at))
    (local.set $out (global.get $out))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        ;; The row id, as a difference.
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.ge_u (local.get $byte) (i32.const 128))
          (then
            (global.set $at (i32.sub (local.get $at) (i32.const 1)))
            (local.set $byte (call $varint))
            (local.set $at (global.get $at))))
        (local.set $key (i32.add (local.get $key) (local.get $byte)))
        ;; The size of the positions.
        (local.set $size (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.ge_u (local.get $size) (i32.const 128))
          (then
            (global.set $at (i32.sub (local.get $at) (i32.const 1)))
            (local.set $size (call $varint))
            (local.set $at (global.get $at))))
        (local.set $stop (i32.add (local.get $at) (i32.shr_u (local.get $size) (i32.const 1))))
        (if (i32.gt_u (local.get $stop) (local.get $end))
          (then
            (global.set $at (local.get $at))
            (global.set $key (local.get $key))
            (global.set $rest (i32.shr_u (local.get $size) (i32.const 1)))
            (global.set $column (i32.const 0))
            (global.set $announced (i32.const 0))
            (global.set $heading (i32.const 0))
            (global.set $body (i32.const 0))
            (call $positions (local.get $end))
            (br $done)))
        ;; Positions in the heading, up to the announcement of the body.
        (local.set $heading (i32.const 0))
        (local.set $body (i32.const 0))
        (block $headingDone
          (loop $position
            (br_if $headingDone (i32.ge_u (local.get $at) (local.get $stop)))
            (local.set $byte (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br_if $headingDone (i32.eq (local.get $byte) (i32.const 1)))
            (block $whole
              (loop $rest
                (br_if $whole (i32.lt_u (local.get $byte) (i32.const 128)))
                (local.set $byte (i32.load8_u (local.get $at)))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (br $rest)))
            (local.set $heading (i32.add (local.get $heading) (i32.const 1)))
            (br $position)))
        ;; The body is the last column: each varint ends with a byte below 128; the first is the column's number.
        (if (i32.lt_u (local.get $at) (local.get $stop))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (block $bodyDone
              (loop $position
                (br_if $bodyDone (i32.ge_u (local.get $at) (local.get $stop)))
                (local.set $body
                  (i32.add (local.get $body) (i32.lt_u (i32.load8_u (local.get $at)) (i32.const 128))))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (br $position)))))
        (br_if $next (i32.and (local.get $size) (i32.const 1)))
        ;; The entry, unless its chunk does not exist.
        (local.set $group (i32.shr_u (local.get $key) (i32.const 8)))
        (br_if $next (i32.ge_u (local.get $group) (global.get $groups)))
        (local.set $group
          (i32.load (i32.add (global.get $table) (i32.shl (local.get $group) (i32.const 2)))))
        (br_if $next (i32.lt_s (local.get $group) (i32.const 0)))
        (local.set $index
          (i32.or (i32.shl (local.get $group) (i32.const 8)) (i32.and (local.get $key) (i32.const 255))))
        (br_if $next
          (i32.eqz (i32.load16_u (i32.add (global.get $sizes) (i32.shl (local.get $index) (i32.const 1))))))
        (i32.store (local.get $out) (local.get $index))
        (i32.store16 offset=4 (local.get $out) (local.get $heading))
        (i32.store16 offset=6 (local.get $out) (local.get $body))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (br $next)))
    (global.set $out (local.get $out))
    (local.get $out))

  ;; Writes entries as they are kept. A byte from 1 to 255 is what an index is higher than the one before; after 0, the index
  ;; follows in four bytes. The next byte has the occurrences, 32 * heading + body; after 255 they follow in two bytes each.
  ;; Answers with the place after the last.
  (func (export "pack") (param $entry i32) (param $end i32) (param $out i32) (result i32)
    (local $index i32) (local $last i32) (local $gap i32) (local $heading i32) (local $body i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $entry) (local.get $end)))
        (local.set $index (i32.load (local.get $entry)))
        (local.set $heading (i32.load16_u offset=4 (local.get $entry)))
        (local.set $body (i32.load16_u offset=6 (local.get $entry)))
        (local.set $gap (i32.sub (local.get $index) (local.get $last)))
        (local.set $last (local.get $index))
        (if (i32.lt_u (i32.sub (local.get $gap) (i32.const 1)) (i32.const 255))
          (then
            (i32.store8 (local.get $out) (local.get $gap))
            (local.set $out (i32.add (local.get $out) (i32.const 1))))
          (else
            (i32.store8 (local.get $out) (i32.const 0))
            (i32.store offset=1 (local.get $out) (local.get $index))
            (local.set $out (i32.add (local.get $out) (i32.const 5)))))
        (if (i32.and (i32.lt_u (local.get $heading) (i32.const 7)) (i32.lt_u (local.get $body) (i32.const 32)))
          (then
            (i32.store8 (local.get $out) (i32.or (i32.shl (local.get $heading) (i32.const 5)) (local.get $body)))
            (local.set $out (i32.add (local.get $out) (i32.const 1))))
          (else
            (i32.store8 (local.get $out) (i32.const 255))
            (i32.store16 offset=1 (local.get $out) (local.get $heading))
            (i32.store16 offset=3 (local.get $out) (local.get $body))
            (local.set $out (i32.add (local.get $out) (i32.const 5)))))
        (local.set $entry (i32.add (local.get $entry) (i32.const 8)))
        (br $next)))
    (local.get $out))

  ;; Adds what a term counts in each of its entries: rarity * frequency / (frequency + fixed + perTerm * length).
  (func (export "add") (param $at i32) (param $end i32)
    (param $rarity f64) (param $headingWeight f64) (param $bodyWeight f64) (param $fixed f64) (param $perTerm f64)
    (local $index i32) (local $byte i32) (local $heading i32) (local $body i32) (local $sum i32) (local $frequency f64)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (if (local.get $byte)
          (then
            (local.set $index (i32.add (local.get $index) (local.get $byte)))
            (local.set $at (i32.add (local.get $at) (i32.const 1))))
          (else
            (local.set $index (i32.load offset=1 (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 5)))))
        (local.set $byte (i32.load8_u (local.get $at)))
        (if (i32.lt_u (local.get $byte) (i32.const 255))
          (then
            (local.set $heading (i32.shr_u (local.get $byte) (i32.const 5)))
            (local.set $body (i32.and (local.get $byte) (i32.const 31)))
            (local.set $at (i32.add (local.get $at) (i32.const 1))))
          (else
            (local.set $heading (i32.load16_u offset=1 (local.get $at)))
            (local.set $body (i32.load16_u offset=3 (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 5)))))
        (local.set $frequency
          (f64.add
            (f64.mul (local.get $headingWeight) (f64.convert_i32_u (local.get $heading)))
            (f64.mul (local.get $bodyWeight) (f64.convert_i32_u (local.get $body)))))
        (local.set $sum (i32.add (global.get $sums) (i32.shl (local.get $index) (i32.const 3))))
        (f64.store (local.get $sum)
          (f64.add
            (f64.load (local.get $sum))
            (f64.div
              (f64.mul (local.get $rarity) (local.get $frequency))
              (f64.add
                (local.get $frequency)
                (f64.add
                  (local.get $fixed)
                  (f64.mul
                    (local.get $perTerm)
                    (f64.convert_i32_u
                      (i32.sub
                        (i32.load16_u (i32.add (global.get $sizes) (i32.shl (local.get $index) (i32.const 1))))
                        (i32.const 1)))))))))
        (br $next))))

  ;; The $wanted-th highest of the scores from $from to $end, an even number of float64, that are at least $least; $least when there are
  ;; fewer. $heap has room for so many; the lowest score in it is the first.
  (func (export "least") (param $from i32) (param $end i32) (param $wanted i32) (param $least f64) (param $heap i32)
    (result f64)
    (local $size i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (if (v128.any_true (f64x2.ge (v128.load (local.get $from)) (f64x2.splat (local.get $least))))
          (then
            (if (f64.ge (f64.load (local.get $from)) (local.get $least))
              (then
                (local.set $size
                  (call $offer (local.get $heap) (local.get $size) (local.get $wanted) (f64.load (local.get $from))))))
            (if (i32.eq (local.get $size) (local.get $wanted))
              (then (local.set $least (f64.load (local.get $heap)))))
            (if (f64.ge (f64.load offset=8 (local.get $from)) (local.get $least))
              (then
                (local.set $size
                  (call $offer
                    (local.get $heap) (local.get $size) (local.get $wanted) (f64.load offset=8 (local.get $from))))))
            (if (i32.eq (local.get $size) (local.get $wanted))
              (then (local.set $least (f64.load (local.get $heap)))))))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (br $next)))
    (local.get $least))

  ;; Adds a score to the heap, in place of the lowest one when the heap is full. Answers with the size of the heap.
  (func $offer (param $heap i32) (param $size i32) (param $wanted i32) (param $score f64) (result i32)
    (local $at i32) (local $other i32)
    (if (i32.lt_u (local.get $size) (local.get $wanted))
      (then
        (local.set $at (local.get $size))
        (block $placed
          (loop $up
            (br_if $placed (i32.eqz (local.get $at)))
            (local.set $other (i32.shr_u (i32.sub (local.get $at) (i32.const 1)) (i32.const 1)))
            (br_if $placed (f64.le (call $scoreAt (local.get $heap) (local.get $other)) (local.get $score)))
            (call $put (local.get $heap) (local.get $at) (call $scoreAt (local.get $heap) (local.get $other)))
            (local.set $at (local.get $other))
            (br $up)))
        (call $put (local.get $heap) (local.get $at) (local.get $score))
        (return (i32.add (local.get $size) (i32.const 1)))))
    (block $placed
      (loop $down
        (local.set $other (i32.add (i32.shl (local.get $at) (i32.const 1)) (i32.const 1)))
        (br_if $placed (i32.ge_u (local.get $other) (local.get $size)))
        (if (i32.lt_u (i32.add (local.get $other) (i32.const 1)) (local.get $size))
          (then
            (if (f64.lt
                (call $scoreAt (local.get $heap) (i32.add (local.get $other) (i32.const 1)))
                (call $scoreAt (local.get $heap) (local.get $other)))
              (then (local.set $other (i32.add (local.get $other) (i32.const 1)))))))
        (br_if $placed (f64.ge (call $scoreAt (local.get $heap) (local.get $other)) (local.get $score)))
        (call $put (local.get $heap) (local.get $at) (call $scoreAt (local.get $heap) (local.get $other)))
        (local.set $at (local.get $other))
        (br $down)))
    (call $put (local.get $heap) (local.get $at) (local.get $score))
    (local.get $size))

  (func $scoreAt (param $heap i32) (param $place i32) (result f64)
    (f64.load (i32.add (local.get $heap) (i32.shl (local.get $place) (i32.const 3)))))

  (func $put (param $heap i32) (param $place i32) (param $score f64)
    (f64.store (i32.add (local.get $heap) (i32.shl (local.get $place) (i32.const 3))) (local.get $score)))

  ;; Writes the indexes of the scores from $from to $end, an even number, that are at least $least. Answers with the place
  ;; after the last.
  (func (export "collect") (param $from i32) (param $end i32) (param $least f64) (param $out i32) (result i32)
    (local $index i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (if (v128.any_true (f64x2.ge (v128.load (local.get $from)) (f64x2.splat (local.get $least))))
          (then
            (if (f64.ge (f64.load (local.get $from)) (local.get $least))
              (then
                (i32.store (local.get $out) (local.get $index))
                (local.set $out (i32.add (local.get $out) (i32.const 4)))))
            (if (f64.ge (f64.load offset=8 (local.get $from)) (local.get $least))
              (then
                (i32.store (local.get $out) (i32.add (local.get $index) (i32.const 1)))
                (local.set $out (i32.add (local.get $out) (i32.const 4)))))))
        (local.set $index (i32.add (local.get $index) (i32.const 2)))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (br $next)))
    (local.get $out)))
