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
        (br $each)))))
