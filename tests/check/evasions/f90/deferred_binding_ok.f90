! object with pointer components, methods bind and compute with locals; select type
module grid_mod
  use iso_c_binding
  implicit none
  type, abstract :: base
  contains
    procedure(run_i), deferred :: run
  end type
  abstract interface
    subroutine run_i(self, n)
      import :: base, c_int
      class(base), intent(in) :: self
      integer(c_int), intent(in) :: n
    end subroutine
  end interface
  type, extends(base) :: copy_t
    real(c_double), pointer :: a(:) => null(), b(:) => null()
  contains
    procedure :: attach
    procedure :: run => copy_run
  end type
contains
  subroutine attach(self, a, b)
    class(copy_t), intent(inout) :: self
    real(c_double), intent(in), target :: a(:)
    real(c_double), intent(inout), target :: b(:)
    self%a => a
    self%b => b
  end subroutine
  subroutine copy_run(self, n)
    class(copy_t), intent(in) :: self
    integer(c_int), intent(in) :: n
    real(c_double), pointer :: a(:), b(:)
    integer :: i
    a => self%a; b => self%b
    !$omp target teams distribute parallel do has_device_addr(a, b)
    do i = 1, n
      b(i) = a(i)
    end do
  end subroutine
end module
subroutine kernel(x, y, n) bind(c)
  use grid_mod
  implicit none
  integer(c_int), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  type(copy_t), target :: c
  class(base), pointer :: p
  call c%attach(x, y)
  p => c
  call p%run(n)
  select type (p)
  type is (copy_t)
    call p%run(n)
  end select
end subroutine
