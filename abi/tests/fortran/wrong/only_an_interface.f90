! no subroutine `kernel` is defined
module m
  interface
    subroutine kernel(x) bind(c)
      use, intrinsic :: iso_c_binding
      type(c_ptr), value :: x
    end subroutine kernel
  end interface
end module m
