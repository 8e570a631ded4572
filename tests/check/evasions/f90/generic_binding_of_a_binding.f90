module m
  use iso_c_binding
  implicit none
  type :: inner
    real(c_double), pointer :: d(:)
  contains
    procedure :: set => inner_set
    procedure :: get => inner_get
    procedure :: up
    procedure, nopass :: plain
    generic :: put => set
  end type
  type, extends(inner) :: outer
    type(inner) :: part
  end type
contains
  subroutine inner_set(self, v)
    class(inner), intent(inout) :: self
    real(c_double), intent(in), target :: v(:)
    self%d => v
  end subroutine
  function inner_get(self) result(r)
    class(inner), intent(in) :: self
    real(c_double), pointer :: r(:)
    r => self%d
  end function
  subroutine plain(v)
    real(c_double), intent(in) :: v(:)
    !$omp target enter data map(to: v)
  end subroutine
  subroutine up(self)
    class(inner), intent(in) :: self
    real(c_double), pointer :: q(:)
    q => self%d
    !$omp target enter data map(to: q)
  end subroutine
end module
subroutine kernel(x, y, n) bind(c)
  use m
  implicit none
  integer(c_int), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout), target :: y(n)
  type(inner) :: o, a(2)
  type(outer) :: w
  class(inner), allocatable :: c
  real(c_double), pointer :: q(:)
  integer :: i
  call o%put(y)
  call up(o)
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = x(i)
  end do
end subroutine
