// What stands directly in a body: <frame>s are multiplied out, the rest is sorted by kind.
#pragma once

#include "io/mjcf_context.hpp"

namespace tenon::io::mjcf {

struct Item {
  const Node* node;
  Placement X_BF;              // the <frame> that encloses it, in the body
  const DefaultsClass* scope;  // childclass in force
};

struct Content {
  std::vector<Item> joints, geoms, sites, bodies, inertials;
};

Content read_content(const Node& body, const DefaultsClass& scope, Context& context);

// The attributes of an item with its defaults; remarks what tenon does not use of it.
Attributes read_attributes(const Item& item, const char* kind, Context& context);

}  // namespace tenon::io::mjcf
