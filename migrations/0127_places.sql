-- places: outlines are shipped with the code (data/places) and loaded by an operator. Each says how far its line may be from
-- the true one: a map draws it at the scales where it holds (docs/decisions/0083). Whole numbers instead of JSON: 35,000 of
-- them are laid at the first start.

alter table place_contour rename column rings to drawn;
alter table place_contour
  add column rings         bytea,               -- big-endian int4: of each ring its points, then lng, lat in 1e-5 degree (even-odd)
  add column within_metres integer,             -- nine points in ten of the line are no further from the true one
  add column origin        text not null default 'import' check (origin in ('import', 'shipped'));

-- What an operator loaded was simplified to a grid by kind (contours.server.ts).
update place_contour set
  rings = coalesce((
    select string_agg(int4send(jsonb_array_length(ring)) || coalesce(points, ''::bytea), ''::bytea order by ring_rank)
    from jsonb_array_elements(drawn) with ordinality as rings_of(ring, ring_rank),
      lateral (
        select string_agg(
          int4send(round((point ->> 0)::numeric * 100000)::integer)
            || int4send(round((point ->> 1)::numeric * 100000)::integer), ''::bytea order by point_rank) as points
        from jsonb_array_elements(ring) with ordinality as points_of(point, point_rank)
      ) as of_ring), ''::bytea),
  within_metres = case place.kind when 'district' then 11 when 'commune' then 28 else 223 end
from place where place.code = place_contour.code;

alter table place_contour drop column drawn;
alter table place_contour alter column rings set not null;
alter table place_contour alter column within_metres set not null;
alter table place_contour alter column origin drop default;

-- Which shipped outlines are laid, for which edition of the places; null: none yet.
alter table place_edition add column contours text;
