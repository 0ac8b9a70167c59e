package io.strait.measure.simgrid;

import java.util.List;
import java.util.Map;

/**
 * A platform, as its file describes it.
 *
 * @param zones all zones, including inner ones, in the order of the file
 * @param netpoints the zone of each host and router
 * @param zoneRoutes routes between zones, from gateway to gateway
 */
record Platform(
    XmlElement at, List<Zone> zones, Map<String, Zone> netpoints, List<Route> zoneRoutes) {}
