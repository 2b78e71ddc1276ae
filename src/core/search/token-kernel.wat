;; Finds the row of a passage that is most similar to one token of a question. The token's numbers are -8 to 7, as four
;; planes of bits: 16 bytes of each plane in turn. A row is a vector of signs, one bit each; $stride is a multiple of 16.
;; Answers with the largest sum of the token's numbers where a bit is set.
(module
  (memory (export "memory") 4)

  (func (export "nearest")
    (param $bits i32) (param $count i32) (param $stride i32) (param $planes i32) (result i32)
    (local $end i32) (local $b v128) (local $t v128) (local $sums v128) (local $plane i32)
    (local $sum i32) (local $best i32)
    (local.set $best (i32.const -2147483648))
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
        (local.set $sum
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
            (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
        (local.set $best
          (select (local.get $sum) (local.get $best) (i32.gt_s (local.get $sum) (local.get $best))))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $each)))
    (local.get $best)))
