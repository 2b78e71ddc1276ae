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
    (local $end i32) (local $q i32) (local $a v128) (local $b v128)
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $end (i32.add (local.get $vector) (local.get $stride)))
        (local.set $q (local.get $query))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
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
        (f32.store (local.get $score)
          (f32.mul
            (f32.load (local.get $scale))
            (f32.convert_i32_s
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
                (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))))
        (local.set $scale (i32.add (local.get $scale) (i32.const 4)))
        (local.set $score (i32.add (local.get $score) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $each))))

  ;; Writes the sketch of a vector: for each of its numbers whether it is above the mean's, as one bit; the factor that
  ;; turns a sum over these signs into a dot product; and the dot product with the mean. $mean is float32, padded with
  ;; zeros to the stride; $bits gets stride / 8 bytes.
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
          (local.set $bits (i32.add (local.get $bits) (i32.const 1)))
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

  ;; Estimates the dot products of a query with a run of sketches. The query's numbers are -8 to 7, as four planes of
  ;; bits: 16 bytes of each plane in turn. $stride is a multiple of 16. The estimate is
  ;; $step * (2 * sum of the query's numbers where a bit is set - $total) * factor + base.
  (func (export "estimate")
    (param $bits i32) (param $factor i32) (param $base i32) (param $score i32) (param $count i32)
    (param $stride i32) (param $planes i32) (param $step f32) (param $total f32)
    (local $end i32) (local $b v128) (local $t v128) (local $sums v128) (local $plane i32)
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $end (i32.add (local.get $bits) (local.get $stride)))
        (local.set $plane (local.get $planes))
        (loop $next
          (local.set $b (v128.load (local.get $bits)))
          (local.set $t (i8x16.popcnt (v128.and (local.get $b) (v128.load offset=48 (local.get $plane)))))
          (local.set $t (i8x16.sub
            (i8x16.popcnt (v128.and (local.get $b) (v128.load offset=32 (local.get $plane))))
            (i8x16.add (local.get $t) (local.get $t))))
          (local.set $t (i8x16.add
            (i8x16.popcnt (v128.and (local.get $b) (v128.load offset=16 (local.get $plane))))
            (i8x16.add (local.get $t) (local.get $t))))
          (local.set $t (i8x16.add
            (i8x16.popcnt (v128.and (local.get $b) (v128.load (local.get $plane))))
            (i8x16.add (local.get $t) (local.get $t))))
          (local.set $sums (i16x8.add (local.get $sums) (i16x8.extadd_pairwise_i8x16_s (local.get $t))))
          (local.set $bits (i32.add (local.get $bits) (i32.const 16)))
          (local.set $plane (i32.add (local.get $plane) (i32.const 64)))
          (br_if $next (i32.lt_u (local.get $bits) (local.get $end))))
        (local.set $sums (i32x4.extadd_pairwise_i16x8_s (local.get $sums)))
        (f32.store (local.get $score)
          (f32.add
            (f32.load (local.get $base))
            (f32.mul
              (f32.load (local.get $factor))
              (f32.mul
                (local.get $step)
                (f32.sub
                  (f32.convert_i32_s
                    (i32.shl
                      (i32.add
                        (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
                        (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums))))
                      (i32.const 1)))
                  (local.get $total))))))
        (local.set $factor (i32.add (local.get $factor) (i32.const 4)))
        (local.set $base (i32.add (local.get $base) (i32.const 4)))
        (local.set $score (i32.add (local.get $score) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $each)))))
