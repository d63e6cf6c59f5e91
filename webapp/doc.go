// Package webapp turns a short declaration of a web application into the objects of its deploy folder: workload,
// service, routes, disruption budget, network policies, secrets, database, scaling, certificates and monitoring.
//
// A [Spec] is one layer: Fivefold's defaults, the platform's conventions and the [WebApp] itself make the whole, and a
// [Graph] has one typed field per object of it. Everything is a pure function: the same input gives the same bytes.
package webapp
