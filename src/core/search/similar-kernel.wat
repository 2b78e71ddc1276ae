;; Compares vectors of float64 with each other. A vector takes $bytes bytes, a multiple of 32; what is beyond its numbers is 0.
(module
  (memory (export "memory") 4)

  ;; Turns $count vectors into directions seen from their mean: each is scaled to length 1, before and after their mean is subtracted.
  ;; The mean is written to $mean.
  (func (export "centre") (param $vectors i32) (param $count i32) (param $bytes i32) (param $mean i32)
    (local $at i32) (local $end i32)
    (local.set $end (i32.add (local.get $vectors) (i32.mul (local.get $count) (local.get $bytes))))
    (call $fill (local.get $mean) (i32.add (local.get $mean) (local.get $bytes)))
    (local.set $at (local.get $vectors))
    (loop $each
      (call $scale (local.get $at) (i32.add (local.get $at) (local.get $bytes)))
      (call $addTimes
        (local.get $mean) (i32.add (local.get $mean) (local.get $bytes)) (local.get $at)
        (f64.div (f64.const 1) (f64.convert_i32_u (local.get $count))))
      (local.set $at (i32.add (local.get $at) (local.get $bytes)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $at (local.get $vectors))
    (loop $each
      (call $addTimes
        (local.get $at) (i32.add (local.get $at) (local.get $bytes)) (local.get $mean) (f64.const -1))
      (call $scale (local.get $at) (i32.add (local.get $at) (local.get $bytes)))
      (local.set $at (i32.add (local.get $at) (local.get $bytes)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $end)))))

  (func $fill (param $at i32) (param $end i32)
    (loop $next
      (v128.store (local.get $at) (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end)))))

  ;; Scales the vector from $from to $end to length 1, unless all its numbers are 0.
  (func $scale (param $from i32) (param $end i32)
    (local $at i32) (local $one v128) (local $two v128) (local $v v128) (local $length f64)
    (local.set $at (local.get $from))
    (loop $next
      (local.set $v (v128.load (local.get $at)))
      (local.set $one (f64x2.add (local.get $one) (f64x2.mul (local.get $v) (local.get $v))))
      (local.set $v (v128.load offset=16 (local.get $at)))
      (local.set $two (f64x2.add (local.get $two) (f64x2.mul (local.get $v) (local.get $v))))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $length (f64.sqrt (call $sum (f64x2.add (local.get $one) (local.get $two)))))
    (if (f64.eq (local.get $length) (f64.const 0)) (then (return)))
    (local.set $v (f64x2.splat (local.get $length)))
    (loop $next
      (v128.store (local.get $from) (f64x2.div (v128.load (local.get $from)) (local.get $v)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end)))))

  ;; Adds $factor times the vector at $other to the vector from $at to $end.
  (func $addTimes (param $at i32) (param $end i32) (param $other i32) (param $factor f64)
    (loop $next
      (v128.store (local.get $at)
        (f64x2.add
          (v128.load (local.get $at))
          (f64x2.mul (v128.load (local.get $other)) (f64x2.splat (local.get $factor)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end)))))

  (func $sum (param $v v128) (result f64)
    (f64.add (f64x2.extract_lane 0 (local.get $v)) (f64x2.extract_lane 1 (local.get $v))))

  ;; For each of $count directions adds up the scores of the others in $sums, weighted by the third power of their cosine, and these
  ;; weights in $weights. Directions that point away count nothing. Scores, sums and weights are float64. May read up to three
  ;; vectors behind the last.
  (func (export "weigh")
    (param $vectors i32) (param $count i32) (param $bytes i32) (param $scores i32) (param $sums i32) (param $weights i32)
    (local $one i32) (local $other i32) (local $at i32) (local $end i32) (local $a i32) (local $v v128)
    (local $first v128) (local $second v128) (local $third v128) (local $fourth v128)
    (local $b i32) (local $c i32) (local $d i32)
    (block $done
      (loop $each
        (local.set $one (i32.add (local.get $one) (i32.const 1)))
        (br_if $done (i32.ge_u (local.get $one) (local.get $count)))
        (local.set $other (i32.const 0))
        (local.set $a (local.get $vectors))
        ;; Four others at once: an addition need not wait for the one before it.
        (loop $four
          (local.set $first (v128.const i32x4 0 0 0 0))
          (local.set $second (v128.const i32x4 0 0 0 0))
          (local.set $third (v128.const i32x4 0 0 0 0))
          (local.set $fourth (v128.const i32x4 0 0 0 0))
          (local.set $b (i32.add (local.get $a) (local.get $bytes)))
          (local.set $c (i32.add (local.get $b) (local.get $bytes)))
          (local.set $d (i32.add (local.get $c) (local.get $bytes)))
          (local.set $at (i32.add (local.get $vectors) (i32.mul (local.get $one) (local.get $bytes))))
          (local.set $end (i32.add (local.get $at) (local.get $bytes)))
          (loop $next
            (local.set $v (v128.load (local.get $at)))
            (local.set $first (f64x2.add (local.get $first) (f64x2.mul (local.get $v) (v128.load (local.get $a)))))
            (local.set $second (f64x2.add (local.get $second) (f64x2.mul (local.get $v) (v128.load (local.get $b)))))
            (local.set $third (f64x2.add (local.get $third) (f64x2.mul (local.get $v) (v128.load (local.get $c)))))
            (local.set $fourth (f64x2.add (local.get $fourth) (f64x2.mul (local.get $v) (v128.load (local.get $d)))))
            (local.set $v (v128.load offset=16 (local.get $at)))
            (local.set $first
              (f64x2.add (local.get $first) (f64x2.mul (local.get $v) (v128.load offset=16 (local.get $a)))))
            (local.set $second
              (f64x2.add (local.get $second) (f64x2.mul (local.get $v) (v128.load offset=16 (local.get $b)))))
            (local.set $third
              (f64x2.add (local.get $third) (f64x2.mul (local.get $v) (v128.load offset=16 (local.get $c)))))
            (local.set $fourth
              (f64x2.add (local.get $fourth) (f64x2.mul (local.get $v) (v128.load offset=16 (local.get $d)))))
            (local.set $a (i32.add (local.get $a) (i32.const 32)))
            (local.set $b (i32.add (local.get $b) (i32.const 32)))
            (local.set $c (i32.add (local.get $c) (i32.const 32)))
            (local.set $d (i32.add (local.get $d) (i32.const 32)))
            (local.set $at (i32.add (local.get $at) (i32.const 32)))
            (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
          (call $tell (local.get $one) (local.get $other) (call $sum (local.get $first))
            (local.get $scores) (local.get $sums) (local.get $weights))
          (call $tell (local.get $one) (i32.add (local.get $other) (i32.const 1)) (call $sum (local.get $second))
            (local.get $scores) (local.get $sums) (local.get $weights))
          (call $tell (local.get $one) (i32.add (local.get $other) (i32.const 2)) (call $sum (local.get $third))
            (local.get $scores) (local.get $sums) (local.get $weights))
          (call $tell (local.get $one) (i32.add (local.get $other) (i32.const 3)) (call $sum (local.get $fourth))
            (local.get $scores) (local.get $sums) (local.get $weights))
          (local.set $a (local.get $d))
          (local.set $other (i32.add (local.get $other) (i32.const 4)))
          (br_if $four (i32.lt_u (local.get $other) (local.get $one))))
        (br $each))))

  ;; What two vectors with this cosine count for each other. Of each pair, $one is the later.
  (func $tell
    (param $one i32) (param $other i32) (param $cosine f64) (param $scores i32) (param $sums i32) (param $weights i32)
    (local $weight f64)
    (if (i32.ge_u (local.get $other) (local.get $one)) (then (return)))
    (if (f64.le (local.get $cosine) (f64.const 0)) (then (return)))
    (local.set $weight
      (f64.mul (f64.mul (local.get $cosine) (local.get $cosine)) (local.get $cosine)))
    (local.set $one (i32.shl (local.get $one) (i32.const 3)))
    (local.set $other (i32.shl (local.get $other) (i32.const 3)))
    (call $add (i32.add (local.get $sums) (local.get $one))
      (f64.mul (local.get $weight) (f64.load (i32.add (local.get $scores) (local.get $other)))))
    (call $add (i32.add (local.get $sums) (local.get $other))
      (f64.mul (local.get $weight) (f64.load (i32.add (local.get $scores) (local.get $one)))))
    (call $add (i32.add (local.get $weights) (local.get $one)) (local.get $weight))
    (call $add (i32.add (local.get $weights) (local.get $other)) (local.get $weight)))

  (func $add (param $at i32) (param $value f64)
    (f64.store (local.get $at) (f64.add (f64.load (local.get $at)) (local.get $value)))))
