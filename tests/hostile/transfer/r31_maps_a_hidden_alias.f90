! Maps the arrays through addresses that no analysis of names follows: they travel to another device copy and back.
! row: 31
! twin: r16_plain.f90
! without transfer: accepted

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  real(c_double), pointer :: from(:), to(:)
  type(c_ptr) :: address
  call launder(c_loc(x), address)
  call c_f_pointer(address, from, [n])
  call launder(c_loc(y), address)
  call c_f_pointer(address, to, [n])
  !$omp target teams distribute parallel do map(to: from) map(tofrom: to)
  do i = 1, n
    to(i) = alpha * from(i) + beta * to(i)
  end do
  !$omp target has_device_addr(x, y)
  if (n < 0) y(1) = x(1)
  !$omp end target
contains
  ! The same address, copied bit by bit: no analysis of names follows it.
  subroutine launder(from, to)
    type(c_ptr), value :: from
    type(c_ptr) :: to
    integer(c_intptr_t) :: given, copy
    integer :: bit
    given = transfer(from, given)
    copy = 0
    do bit = 0, 63
      if (btest(given, bit)) copy = ibset(copy, bit)
    end do
    to = transfer(copy, to)
  end subroutine
end subroutine
