;; Dot products of one query (int16) with a run of vectors (int8), times each vector's scale.
;; v128.load8x8_s widens while loading and i32x4.dot_i16x8_s multiplies and adds pairs: exact in int32 as long as
;; the query's numbers are small enough, which the caller sees to. Strides are multiples of 32. The memory is shared:
;; several threads scan the same vectors, each with a query and scores of its own.
(module
  (memory (import "quire" "memory") 1 65536 shared)

  ;; Writes a vector (float32, padded with zeros to its stride) in steps of its largest number / 127. Answers with the
  ;; scale that turns a dot product back into a cosine: step / length of the vector.
  (func (export "quantize")
    (param $source i32) (param $target i32) (param $stride i32) (result f32)
    (local $at i32) (local $end i32) (local $v v128) (local $most v128) (local $squares v128)
    (local $largest f32) (local $perStep v128)
    (local.set $at (local.get $source))
    (local.set $end (i32.add (local.get $source) (i32.shl (local.get $stride) (i32.const 2))))
    (loop $measure
      (local.set $v (v128.load (local.get $at)))
      (local.set $most (f32x4.max (local.get $most) (f32x4.abs (local.get $v))))
      (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $v) (local.get $v))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $measure (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $largest
      (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
        (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
    (local.set $perStep (f32x4.splat (f32.div (f32.const 127) (local.get $largest))))
    (local.set $at (local.get $source))
    (loop $write
      (v128.store (local.get $target)
        (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load (local.get $at)) (local.get $perStep))))
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $at)) (local.get $perStep)))))
          (i16x8.narrow_i32x4_s
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=32 (local.get $at)) (local.get $perStep))))
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=48 (local.get $at)) (local.get $perStep)))))))
      (local.set $target (i32.add (local.get $target) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $write (i32.lt_u (local.get $at) (local.get $end))))
    (f32.div
      (f32.div (local.get $largest) (f32.const 127))
      (f32.sqrt
        (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $squares)) (f32x4.extract_lane 1 (local.get $squares)))
          (f32.add (f32x4.extract_lane 2 (local.get $squares)) (f32x4.extract_lane 3 (local.get $squares)))))))

  (func (export "scan")
    (param $vector i32) (param $scale i32) (param $score i32)
    (param $count i32) (param $stride i32) (param $query i32)
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (f32.store (local.get $score)
          (f32.mul
            (f32.load (local.get $scale))
            (call $dot (local.get $vector) (i32.add (local.get $vector) (local.get $stride)) (local.get $query))))
        (local.set $vector (i32.add (local.get $vector) (local.get $stride)))
        (local.set $scale (i32.add (local.get $scale) (i32.const 4)))
        (local.set $score (i32.add (local.get $score) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $each))))

  ;; Replaces the estimates of the vectors of a block by their scores where they reach $least, and by NaN elsewhere. $list has room for
  ;; four bytes for each of them. They are listed first, because the processor then loads vectors ahead of their use.
  (func (export "refine")
    (param $score i32) (param $count i32) (param $least f32) (param $vectors i32) (param $scales i32)
    (param $stride i32) (param $query i32) (param $list i32)
    (local $at i32) (local $end i32) (local $four i32) (local $listed i32) (local $place i32) (local $vector i32)
    (local.set $at (local.get $score))
    (local.set $end (i32.add (local.get $score) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $listed (local.get $list))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $four (i32.add (local.get $at) (i32.const 16)))
        (if (i32.le_u (local.get $four) (local.get $end))
          (then
            (if (i32.eqz (v128.any_true (f32x4.ge (v128.load (local.get $at)) (f32x4.splat (local.get $least)))))
              (then
                (v128.store (local.get $at) (f32x4.splat (f32.const nan)))
                (local.set $at (local.get $four))
                (br $next))))
          (else (local.set $four (local.get $end))))
        (loop $each
          (i32.store (local.get $listed)
            (i32.shr_u (i32.sub (local.get $at) (local.get $score)) (i32.const 2)))
          (local.set $listed
            (i32.add
              (local.get $listed)
              (i32.shl (f32.ge (f32.load (local.get $at)) (local.get $least)) (i32.const 2))))
          (f32.store (local.get $at) (f32.const nan))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $each (i32.lt_u (local.get $at) (local.get $four))))
        (br $next)))
    (block $scored
      (loop $next
        (br_if $scored (i32.ge_u (local.get $list) (local.get $listed)))
        (local.set $place (i32.load (local.get $list)))
        (local.set $vector (i32.add (local.get $vectors) (i32.mul (local.get $place) (local.get $stride))))
        (local.set $place (i32.shl (local.get $place) (i32.const 2)))
        (f32.store (i32.add (local.get $score) (local.get $place))
          (f32.mul
            (f32.load (i32.add (local.get $scales) (local.get $place)))
            (call $dot (local.get $vector) (i32.add (local.get $vector) (local.get $stride)) (local.get $query))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $next))))

  ;; The dot product of the query with one vector, which ends at $end.
  (func $dot (param $vector i32) (param $end i32) (param $q i32) (result f32)
    (local $a v128) (local $b v128)
    (loop $next
      (local.set $a (i32x4.add (local.get $a)
        (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $vector)) (v128.load (local.get $q)))))
      (local.set $b (i32x4.add (local.get $b)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $vector)) (v128.load offset=16 (local.get $q)))))
      (local.set $a (i32x4.add (local.get $a)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $vector)) (v128.load offset=32 (local.get $q)))))
      (local.set $b (i32x4.add (local.get $b)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $vector)) (v128.load offset=48 (local.get $q)))))
      (local.set $q (i32.add (local.get $q) (i32.const 64)))
      (local.set $vector (i32.add (local.get $vector) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $vector) (local.get $end))))
    (local.set $a (i32x4.add (local.get $a) (local.get $b)))
    (f32.convert_i32_s
      (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
        (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a))))))

  ;; Writes the sketch of a vector: for each of its numbers whether it is above the mean's, as one bit; the factor that
  ;; turns a sum over these signs into a dot product; and the dot product with the mean. $mean is float32, padded with
  ;; zeros to the stride; stride / 8 bytes are written from $bits on, 16 bytes apart.
  (func (export "sketch")
    (param $vector i32) (param $scale f32) (param $stride i32) (param $mean i32) (param $bits i32)
    (param $factor i32) (param $base i32)
    (local $end i32) (local $o v128) (local $m v128) (local $away v128) (local $scales v128)
    (local $squares v128) (local $sizes v128) (local $along v128) (local $byte i32) (local $half i32)
    (local.set $scales (f32x4.splat (local.get $scale)))
    (local.set $end (i32.add (local.get $vector) (local.get $stride)))
    (loop $each
      ;; Four numbers at a time; two such halves are one byte of bits.
      (local.set $o
        (f32x4.mul (local.get $scales)
          (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (i16x8.extend_low_i8x16_s
            (v128.load32_zero (local.get $vector)))))))
      (local.set $m (v128.load (local.get $mean)))
      (local.set $away (f32x4.sub (local.get $o) (local.get $m)))
      (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $away) (local.get $away))))
      (local.set $sizes (f32x4.add (local.get $sizes) (f32x4.abs (local.get $away))))
      (local.set $along (f32x4.add (local.get $along) (f32x4.mul (local.get $o) (local.get $m))))
      (local.set $byte
        (i32.or
          (local.get $byte)
          (i32.shl
            (i32x4.bitmask (f32x4.gt (local.get $o) (local.get $m)))
            (i32.shl (local.get $half) (i32.const 2)))))
      (if (local.get $half)
        (then
          (i32.store8 (local.get $bits) (local.get $byte))
          (local.set $bits (i32.add (local.get $bits) (i32.const 16)))
          (local.set $byte (i32.const 0))))
      (local.set $half (i32.xor (local.get $half) (i32.const 1)))
      (local.set $vector (i32.add (local.get $vector) (i32.const 4)))
      (local.set $mean (i32.add (local.get $mean) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $vector) (local.get $end))))
    (f32.store (local.get $factor) (f32.div (call $sum (local.get $squares)) (call $sum (local.get $sizes))))
    (f32.store (local.get $base) (call $sum (local.get $along))))

  (func $sum (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; Estimates the dot products of a query with a run of sketches. Sketches are in groups of 16: the first bytes of all,
  ;; then the second bytes, and so on, so that one swizzle looks up four bits of 16 sketches. Each byte of a sketch has two
  ;; tables of 16 bytes, for its lower and its upper four bits: the sum of the query's numbers (-8 to 7) where a bit is set,
  ;; so four of them fit into a byte. $stride is the number of bytes of a sketch, a multiple of 2. Writes whole groups. The
  ;; estimate is $step * (2 * sum of the query's numbers where a bit is set - $total) * factor + base.
  (func (export "estimate")
    (param $bits i32) (param $factor i32) (param $base i32) (param $score i32) (param $count i32)
    (param $stride i32) (param $tables i32) (param $step f32) (param $total f32)
    (local $left i32) (local $table i32) (local $end i32) (local $b v128) (local $t v128)
    (local $low v128) (local $high v128)
    (local $first v128) (local $second v128) (local $third v128) (local $fourth v128)
    (block $done
      (loop $group
        (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
        (local.set $first (v128.const i32x4 0 0 0 0))
        (local.set $second (v128.const i32x4 0 0 0 0))
        (local.set $third (v128.const i32x4 0 0 0 0))
        (local.set $fourth (v128.const i32x4 0 0 0 0))
        (local.set $left (local.get $stride))
        (local.set $table (local.get $tables))
        ;; Sums over 256 bytes fit into 16 bits.
        (loop $part
          (local.set $low (v128.const i32x4 0 0 0 0))
          (local.set $high (v128.const i32x4 0 0 0 0))
          (local.set $end
            (i32.add
              (local.get $bits)
              (i32.shl
                (select (local.get $left) (i32.const 256) (i32.lt_u (local.get $left) (i32.const 256)))
                (i32.const 4))))
          (loop $next
            (local.set $b (v128.load (local.get $bits)))
            (local.set $t
              (i8x16.add
                (i8x16.swizzle
                  (v128.load (local.get $table))
                  (v128.and (local.get $b) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
                (i8x16.swizzle
                  (v128.load offset=16 (local.get $table))
                  (i8x16.shr_u (local.get $b) (i32.const 4)))))
            (local.set $b (v128.load offset=16 (local.get $bits)))
            (local.set $t
              (i8x16.add
                (local.get $t)
                (i8x16.add
                  (i8x16.swizzle
                    (v128.load offset=32 (local.get $table))
                    (v128.and (local.get $b) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
                  (i8x16.swizzle
                    (v128.load offset=48 (local.get $table))
                    (i8x16.shr_u (local.get $b) (i32.const 4))))))
            (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_s (local.get $t))))
            (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_s (local.get $t))))
            (local.set $bits (i32.add (local.get $bits) (i32.const 32)))
            (local.set $table (i32.add (local.get $table) (i32.const 64)))
            (br_if $next (i32.lt_u (local.get $bits) (local.get $end))))
          (local.set $first (i32x4.add (local.get $first) (i32x4.extend_low_i16x8_s (local.get $low))))
          (local.set $second (i32x4.add (local.get $second) (i32x4.extend_high_i16x8_s (local.get $low))))
          (local.set $third (i32x4.add (local.get $third) (i32x4.extend_low_i16x8_s (local.get $high))))
          (local.set $fourth (i32x4.add (local.get $fourth) (i32x4.extend_high_i16x8_s (local.get $high))))
          (local.set $left (i32.sub (local.get $left) (i32.const 256)))
          (br_if $part (i32.gt_s (local.get $left) (i32.const 0))))
        (v128.store (local.get $score)
          (call $toEstimate (local.get $first) (v128.load (local.get $factor)) (v128.load (local.get $base))
            (local.get $step) (local.get $total)))
        (v128.store offset=16 (local.get $score)
          (call $toEstimate (local.get $second) (v128.load offset=16 (local.get $factor))
            (v128.load offset=16 (local.get $base)) (local.get $step) (local.get $total)))
        (v128.store offset=32 (local.get $score)
          (call $toEstimate (local.get $third) (v128.load offset=32 (local.get $factor))
            (v128.load offset=32 (local.get $base)) (local.get $step) (local.get $total)))
        (v128.store offset=48 (local.get $score)
          (call $toEstimate (local.get $fourth) (v128.load offset=48 (local.get $factor))
            (v128.load offset=48 (local.get $base)) (local.get $step) (local.get $total)))
        (local.set $factor (i32.add (local.get $factor) (i32.const 64)))
        (local.set $base (i32.add (local.get $base) (i32.const 64)))
        (local.set $score (i32.add (local.get $score) (i32.const 64)))
        (local.set $count (i32.sub (local.get $count) (i32.const 16)))
        (br $group))))

  (func $toEstimate (param $sums v128) (param $factors v128) (param $bases v128) (param $step f32) (param $total f32)
    (result v128)
    (f32x4.add
      (local.get $bases)
      (f32x4.mul
        (local.get $factors)
        (f32x4.mul
          (f32x4.splat (local.get $step))
          (f32x4.sub
            (f32x4.convert_i32x4_s (i32x4.shl (local.get $sums) (i32.const 1)))
            (f32x4.splat (local.get $total)))))))

  ;; A value that about $wanted of the estimates from $from to $end reach, of which every $step-th byte begins one that is
  ;; counted, for $every others. $bins is cleared first: 32,768 counts for values from -2 on, 8,192 for each unit.
  (func (export "leastEstimate")
    (param $from i32) (param $end i32) (param $step i32) (param $every i32) (param $wanted i32) (param $bins i32)
    (result f32)
    (local $bin f64) (local $at i32) (local $found i32)
    (local.set $at (local.get $bins))
    (loop $clear
      (v128.store (local.get $at) (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $clear (i32.lt_u (local.get $at) (i32.add (local.get $bins) (i32.const 131072)))))
    (block $counted
      (loop $next
        (br_if $counted (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $bin
          (f64.mul (f64.add (f64.promote_f32 (f32.load (local.get $from))) (f64.const 2)) (f64.const 8192)))
        ;; NaN is in no bin.
        (if (f64.ge (local.get $bin) (f64.const 0))
          (then
            (local.set $at
              (i32.add
                (local.get $bins)
                (i32.shl
                  (i32.trunc_sat_f64_u (f64.min (local.get $bin) (f64.const 32767)))
                  (i32.const 2))))
            (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (local.get $every)))))
        (local.set $from (i32.add (local.get $from) (local.get $step)))
        (br $next)))
    (local.set $at (i32.add (local.get $bins) (i32.const 131072)))
    (loop $lower
      (local.set $at (i32.sub (local.get $at) (i32.const 4)))
      (local.set $found (i32.add (local.get $found) (i32.load (local.get $at))))
      (if (i32.ge_u (local.get $found) (local.get $wanted))
        (then
          (return
            (f32.sub
              (f32.div
                (f32.convert_i32_u (i32.shr_u (i32.sub (local.get $at) (local.get $bins)) (i32.const 2)))
                (f32.const 8192))
              (f32.const 2)))))
      (br_if $lower (i32.gt_u (local.get $at) (local.get $bins))))
    (f32.const -inf))

  ;; The $wanted-th highest of the scores from $from to $end, whose number is a multiple of four; the lowest possible when there
  ;; are fewer. NaN is no score. $heap has room for so many; the lowest score in it is the first.
  (func (export "least") (param $from i32) (param $end i32) (param $wanted i32) (param $heap i32) (result f32)
    (local $size i32) (local $least f32) (local $quad i32)
    (local.set $least (f32.const -inf))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $quad (i32.add (local.get $from) (i32.const 16)))
        (if (v128.any_true (f32x4.ge (v128.load (local.get $from)) (f32x4.splat (local.get $least))))
          (then
            (loop $each
              (if (f32.ge (f32.load (local.get $from)) (local.get $least))
                (then
                  (local.set $size
                    (call $offer (local.get $heap) (local.get $size) (local.get $wanted) (f32.load (local.get $from))))
                  (if (i32.eq (local.get $size) (local.get $wanted))
                    (then (local.set $least (f32.load (local.get $heap)))))))
              (local.set $from (i32.add (local.get $from) (i32.const 4)))
              (br_if $each (i32.lt_u (local.get $from) (local.get $quad))))))
        (local.set $from (local.get $quad))
        (br $next)))
    (local.get $least))

  ;; Adds a score to the heap, in place of the lowest one when the heap is full. Answers with the size of the heap.
  (func $offer (param $heap i32) (param $size i32) (param $wanted i32) (param $score f32) (result i32)
    (local $at i32) (local $other i32)
    (if (i32.lt_u (local.get $size) (local.get $wanted))
      (then
        (local.set $at (local.get $size))
        (block $placed
          (loop $up
            (br_if $placed (i32.eqz (local.get $at)))
            (local.set $other (i32.shr_u (i32.sub (local.get $at) (i32.const 1)) (i32.const 1)))
            (br_if $placed (f32.le (call $scoreAt (local.get $heap) (local.get $other)) (local.get $score)))
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
            (if (f32.lt
                (call $scoreAt (local.get $heap) (i32.add (local.get $other) (i32.const 1)))
                (call $scoreAt (local.get $heap) (local.get $other)))
              (then (local.set $other (i32.add (local.get $other) (i32.const 1)))))))
        (br_if $placed (f32.ge (call $scoreAt (local.get $heap) (local.get $other)) (local.get $score)))
        (call $put (local.get $heap) (local.get $at) (call $scoreAt (local.get $heap) (local.get $other)))
        (local.set $at (local.get $other))
        (br $down)))
    (call $put (local.get $heap) (local.get $at) (local.get $score))
    (local.get $size))

  (func $scoreAt (param $heap i32) (param $place i32) (result f32)
    (f32.load (i32.add (local.get $heap) (i32.shl (local.get $place) (i32.const 2)))))

  (func $put (param $heap i32) (param $place i32) (param $score f32)
    (f32.store (i32.add (local.get $heap) (i32.shl (local.get $place) (i32.const 2))) (local.get $score)))

  ;; Writes the indexes, from $index on, of the scores from $from to $end that are at least $least; their number is a multiple
  ;; of four. Answers with the place after the last.
  (func (export "collect")
    (param $from i32) (param $end i32) (param $least f32) (param $index i32) (param $out i32) (result i32)
    (local $quad i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $quad (i32.add (local.get $from) (i32.const 16)))
        (if (v128.any_true (f32x4.ge (v128.load (local.get $from)) (f32x4.splat (local.get $least))))
          (then
            (loop $each
              (if (f32.ge (f32.load (local.get $from)) (local.get $least))
                (then
                  (i32.store (local.get $out) (local.get $index))
                  (local.set $out (i32.add (local.get $out) (i32.const 4)))))
              (local.set $index (i32.add (local.get $index) (i32.const 1)))
              (local.set $from (i32.add (local.get $from) (i32.const 4)))
              (br_if $each (i32.lt_u (local.get $from) (local.get $quad)))))
          (else
            (local.set $index (i32.add (local.get $index) (i32.const 4)))
            (local.set $from (local.get $quad))))
        (br $next)))
    (local.get $out)))
