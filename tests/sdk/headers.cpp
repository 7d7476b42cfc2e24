// Each header of the adaptor stands on its own, in any order, under an author's strictest warnings.
#include <qitai/describe.hpp>
#include <qitai/host.hpp>
#include <qitai/json.hpp>
#include <qitai/search.hpp>
#include <qitai/secrets.hpp>
#include <qitai/setup.hpp>
#include <qitai/texts.hpp>
#include <qitai/transport.hpp>
#include <qitai/values.hpp>
#include <qitai/variant.hpp>
#include <qitai/wire.hpp>
