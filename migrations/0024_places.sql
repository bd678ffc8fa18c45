-- places: the outlines of communes, districts and departments that an operator loads (`places contours`), simplified to
-- what a map of 640 pixels can show.

create table place_contour (
  code        text collate "C" primary key references place on delete cascade,
  rings       jsonb not null,                     -- [[[lng, lat], …], …]: of all parts, holes among them (even-odd)
  attribution text not null,                      -- to show beside the map
  loaded_at   timestamptz not null
);
create index place_contour_loaded on place_contour (loaded_at);
