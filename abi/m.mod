!mod$ v1 sum:9224b77607942019
!need$ fc1ab5ddb0e0d965 i iso_c_binding
module m
interface
subroutine kernel(x) bind(c)
use,intrinsic::iso_c_binding,only:c_ptr
type(c_ptr),value::x
end
end interface
end
