;; Dot products of one query (int16) with a run of vectors (int8), times each vector's scale.
;; v128.load8x8_s widens while loading and i32x4.dot_i16x8_s multiplies and adds pairs: exact in int32 as long as
;; the query's numbers are small enough, which the caller sees to. Strides are multiples of 32.
(module
  (memory (import "quire" "memory") 1)
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
