// mw.cpp - master/worker benchmark over C clusters on SimGrid s4u (tested with 3.32 and 4.1)
// build: g++ -O2 -std=c++17 -o mw mw.cpp -lsimgrid
// run:   taskset -c 0 ./mw [--cfg=...] key=value ...   (one result line on stdout)
//
// Model: pull (on-demand) distribution. Every worker owns 1+prefetch credits; the master starts by giving
// 1+prefetch tasks to every worker (round-robin over workers, in index order), and each result that reaches the
// master releases the next task to the same worker. A worker runs one task at a time, FIFO; the input of the next
// task and the output of the previous one overlap with the computation.
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>
#include <sys/resource.h>
#include <time.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <deque>
#include <map>
#include <sstream>
#include <string>
#include <vector>
namespace sg4 = simgrid::s4u;

static std::map<std::string, std::string> P = {
    {"mode", "slots"},  // slots (1+prefetch actors per worker) | noactor (activities + completion signal) | serial
    {"topo", "nets"},   // nets: cluster c = shared link lan<c>; c>0 also behind shared wan<c>. star: + private host links
    {"policy", "fair"}, // fair: max-min sharing of lan/wan | fifo: concurrency limit 1 on lan0 and on every wan<c>
    {"W", "16"}, {"T", "1000"}, {"C", "4"}, {"prefetch", "1"},
    {"X", "10000"}, {"Y", "10000"},         // input / output bytes
    {"E", "1e11"}, {"vary", "0.5"},         // flops per task, task i: E*(1-vary+2*vary*u_i)
    {"speed", "1e9"}, {"hetero", "0.5"},    // host speed, host w: speed*(1-hetero+2*hetero*u_w)
    {"lan", "125e6"}, {"wan", "12.5e6"},    // B/s
    {"lanlat", "1e-4"}, {"wanlat", "1e-2"}, // s
    {"sizes", ""},                          // explicit workers per cluster "3,5,8" (overrides W, C)
    {"rates", ""},                          // explicit per-worker task rates per cluster (tasks/s), with E:=1, vary=hetero=0
    {"wans", ""},                           // explicit WAN bandwidth per cluster, B/s; 0 = no WAN (cluster of the master)
    {"speeds", ""},                         // explicit flops/s of every worker, cluster after cluster (overrides speed, hetero)
    {"duplex", "0"},                        // 1: lan and wan are two one-way links (down = input, up = output)
    {"verbose", "0"}};                      // 1: tasks per cluster; 2: every result
static double num(const char* k) { return atof(P[k].c_str()); }
static std::vector<double> list(const char* k)
{
  std::vector<double> r;
  std::stringstream s(P[k]);
  for (std::string x; std::getline(s, x, ',');)
    r.push_back(atof(x.c_str()));
  return r;
}
static double unit(uint64_t i, uint64_t stream) // splitmix64 -> [0,1)
{
  uint64_t z = (i + 1) * 0x9E3779B97F4A7C15ULL + stream * 0xD1B54A32D192ED03ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1.0p-53;
}

static long W, T, credits, sent, received;
static double X, Y, E, vary;
static sg4::Host* mhost;
static std::vector<sg4::Host*> whost;
static std::vector<int> wcluster;
static std::vector<long> done;
static double makespan = 0;
static int verbose = 0;
static void arrived(long w)
{
  received++;
  done[w]++;
  makespan = sg4::Engine::get_clock();
  if (verbose > 1)
    printf("%.6f w%ld\n", makespan, w);
}
static double flops_of(long task) { return E * (1 - vary + 2 * vary * unit(task, 2)); }

static void build(sg4::Engine& e)
{
  auto sizes = list("sizes");
  if (sizes.empty()) {
    long C = atol(P["C"].c_str()), w = atol(P["W"].c_str());
    for (long c = 0; c < C; c++)
      sizes.push_back(w / C + (c < w % C ? 1 : 0));
  }
  auto rates = list("rates"), wans = list("wans");
  bool fifo = P["policy"] == "fifo", star = P["topo"] == "star", duplex = num("duplex") > 0;
  auto speeds = list("speeds");
  // one link, or one per direction; returns {towards the workers, towards the master}
  auto net = [&](sg4::NetZone* z, const std::string& n, double bw, double lat, bool limit) {
    std::vector<sg4::LinkInRoute> r;
    for (const char* suffix : {"", "_up"}) {
      if (*suffix && not duplex)
        break;
#if SIMGRID_VERSION >= 40000
      auto* l = z->add_link(n + suffix, bw)->set_latency(lat);
#else
      auto* l = z->create_link(n + suffix, bw)->set_latency(lat);
#endif
      if (limit)
        l->set_concurrency_limit(1);
      l->seal();
      r.emplace_back(l);
    }
    if (not duplex)
      r.push_back(r[0]);
    return r;
  };
#if SIMGRID_VERSION >= 40000
  auto* root = e.get_netzone_root();
#else
  auto* root = sg4::create_full_zone("root");
#endif
  std::vector<sg4::NetZone*> zone;
  std::vector<simgrid::kernel::routing::NetPoint*> gw;
  for (size_t c = 0; c < sizes.size(); c++) {
#if SIMGRID_VERSION >= 40000
    auto* z = root->add_netzone_star("c" + std::to_string(c));
    auto* r = z->add_router("r" + std::to_string(c));
#else
    auto* z = sg4::create_star_zone("c" + std::to_string(c));
    z->set_parent(root);
    auto* r = z->create_router("r" + std::to_string(c));
#endif
    auto lan = net(z, "lan" + std::to_string(c), num("lan"), num("lanlat"), fifo && c == 0);
    auto host = [&](const std::string& n, double speed, bool master) {
#if SIMGRID_VERSION >= 40000
      auto* h = z->add_host(n, speed);
#else
      auto* h = z->create_host(n, speed);
#endif
      std::vector<sg4::LinkInRoute> up, down;
      if (star) {
#if SIMGRID_VERSION >= 40000
        auto* p = z->add_split_duplex_link("p" + n, num("lan"));
#else
        auto* p = z->create_split_duplex_link("p" + n, num("lan"));
#endif
        p->seal();
        up   = {{p, sg4::LinkInRoute::Direction::UP}};
        down = {{p, sg4::LinkInRoute::Direction::DOWN}};
      }
      if (not master) { // the master itself adds no server: path is lan0, or wan<c>+lan<c>
        up.push_back(lan[1]);
        down.insert(down.begin(), lan[0]);
      }
#if SIMGRID_VERSION >= 40000
      z->add_route(h, nullptr, up, false);
      z->add_route(nullptr, h, down, false);
#else
      z->add_route(h->get_netpoint(), nullptr, nullptr, nullptr, up, false);
      z->add_route(nullptr, h->get_netpoint(), nullptr, nullptr, down, false);
#endif
      h->seal();
      return h;
    };
    if (c == 0)
      mhost = host("master", num("speed"), true);
    for (long i = 0; i < static_cast<long>(sizes[c]); i++) {
      double s = not speeds.empty() ? speeds.at(whost.size())
                 : rates.empty()    ? num("speed") * (1 - num("hetero") + 2 * num("hetero") * unit(whost.size(), 1))
                               : rates[c];
      whost.push_back(host("w" + std::to_string(whost.size()), s, false));
      wcluster.push_back(static_cast<int>(c));
    }
#if SIMGRID_VERSION >= 40000
    z->set_gateway(r); // the router has no link of its own
#else
    z->add_route(r, nullptr, nullptr, nullptr, {}, true);
#endif
    zone.push_back(z);
    gw.push_back(r);
    z->seal();
  }
  for (size_t c = 1; c < zone.size(); c++) { // WAN between cluster 0 (master) and cluster c
    double bw = wans.empty() ? num("wan") : wans[c];
    std::vector<sg4::LinkInRoute> down, up;
    if (bw > 0) {
      auto l = net(root, "wan" + std::to_string(c), bw, num("wanlat"), fifo);
      down   = {l[0]};
      up     = {l[1]};
    }
#if SIMGRID_VERSION >= 40000
    root->add_route(zone[0], zone[c], down, false);
    root->add_route(zone[c], zone[0], up, false);
#else
    root->add_route(zone[0]->get_netpoint(), zone[c]->get_netpoint(), gw[0], gw[c], down, false);
    root->add_route(zone[c]->get_netpoint(), zone[0]->get_netpoint(), gw[c], gw[0], up, false);
#endif
  }
  root->seal();
}

// ---- mode=slots : 1+prefetch actors per worker host, each holds one credit; one-sided messages; FIFO mutex = CPU --
// (No master actor and no shared result mailbox: Mailbox::get() returns messages in the order they were posted, not
//  in the order they arrive, so a slow WAN result would block the faster ones behind it.)
static void slot(long w, sg4::MutexPtr cpu)
{
  while (sent < T) {
    long id = sent++;
    sg4::Comm::sendto(mhost, whost[w], static_cast<uint64_t>(X));
    if (cpu)
      cpu->lock();
    sg4::this_actor::execute(flops_of(id));
    if (cpu)
      cpu->unlock();
    sg4::Comm::sendto(whost[w], mhost, static_cast<uint64_t>(Y));
    arrived(w);
  }
}

// ---- mode=serial : like app-masterworkers: blocking put/get through mailboxes, so the master does one transfer at a
//      time; pull, no prefetch -------------------------------------------------------------------------------------
static std::vector<long> wid;
static void worker_serial(long w, sg4::Mailbox* in, sg4::Mailbox* out)
{
  while (true) {
    long id = *in->get<long>();
    sg4::this_actor::execute(flops_of(id));
    out->put(&wid[w], static_cast<uint64_t>(Y));
  }
}
static void master_serial(std::vector<sg4::Mailbox*> in, sg4::Mailbox* out)
{
  static std::vector<long> ids(T);
  auto give = [&](long w) {
    ids[sent] = sent;
    sent++;
    in[w]->put(&ids[sent - 1], static_cast<uint64_t>(X));
  };
  for (long w = 0; w < W && sent < T; w++)
    give(w);
  while (received < T) {
    long w = *out->get<long>();
    arrived(w);
    if (sent < T)
      give(w);
  }
}

// ---- mode=noactor : activities only, driven by the completion signal (runs inside SimGrid's maestro) -----------
struct Step { int kind; long w; long task; sg4::ActivityPtr act; };
static std::vector<std::deque<Step*>> ready;
static std::vector<char> busy;
static std::vector<Step*> pool;
static Step* step(int kind, long w, long task)
{
  Step* s;
  if (pool.empty())
    s = new Step();
  else {
    s = pool.back();
    pool.pop_back();
  }
  s->kind = kind;
  s->w    = w;
  s->task = task;
  return s;
}
static void na_give(long w)
{
  Step* s = step(0, w, sent++);
  auto c  = sg4::Comm::sendto_init(mhost, whost[w])->set_payload_size(static_cast<uint64_t>(X));
  c->set_data(s);
  s->act = c;
  c->start();
}
static void na_exec(Step* s)
{
  busy[s->w] = 1;
  s->kind    = 1;
  auto x     = sg4::Exec::init()->set_flops_amount(flops_of(s->task))->set_host(whost[s->w]);
  x->set_data(s);
  s->act = x;
  x->start();
}
static void na_completed(sg4::Activity const& a)
{
  Step* s = a.get_data<Step>();
  if (not s)
    return;
  static sg4::ActivityPtr keep; // SimGrid still uses this activity after the signal: hold it until the next one
  keep   = s->act;
  long w = s->w;
  if (s->kind == 0) {
    if (busy[w])
      ready[w].push_back(s);
    else
      na_exec(s);
  } else if (s->kind == 1) {
    s->kind = 2;
    auto c  = sg4::Comm::sendto_init(whost[w], mhost)->set_payload_size(static_cast<uint64_t>(Y));
    c->set_data(s);
    s->act = c;
    c->start();
    busy[w] = 0;
    if (not ready[w].empty()) {
      Step* n = ready[w].front();
      ready[w].pop_front();
      na_exec(n);
    }
  } else {
    arrived(w);
    s->act   = nullptr;
    pool.push_back(s);
    if (sent < T)
      na_give(w);
  }
}

static double now()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
static double cpu_now()
{
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static double peak_rss_MB() // ru_maxrss would count the process that started this one
{
  double kB = 0;
  char line[256];
  if (FILE* f = fopen("/proc/self/status", "r")) {
    while (fgets(line, sizeof line, f))
      sscanf(line, "VmHWM: %lf", &kB);
    fclose(f);
  }
  return kB / 1024;
}
int main(int argc, char* argv[])
{
  double t0 = now(), c0 = cpu_now(); // sim_cpu_s leaves out the loading of libraries
  sg4::Engine e(&argc, argv);
  for (int i = 1; i < argc; i++) {
    std::string a = argv[i];
    auto p        = a.find('=');
    if (p == std::string::npos || not P.count(a.substr(0, p))) {
      fprintf(stderr, "unknown argument %s\n", argv[i]);
      return 2;
    }
    P[a.substr(0, p)] = a.substr(p + 1);
  }
  T = static_cast<long>(num("T"));
  X = num("X");
  Y = num("Y");
  E = num("E");
  vary    = num("vary");
  verbose = static_cast<int>(num("verbose"));
  credits = 1 + static_cast<long>(num("prefetch"));
  if (not P["rates"].empty()) {
    E    = 1;
    vary = 0;
  }
  build(e);
  W = static_cast<long>(whost.size());
  done.assign(W, 0);
  std::string mode = P["mode"];
  auto actor = [](sg4::Host* h, auto&&... args) {
#if SIMGRID_VERSION >= 40100
    return h->add_actor("a", args...);
#else
    return sg4::Actor::create("a", h, args...);
#endif
  };
  if (mode == "noactor") {
    ready.resize(W);
    busy.assign(W, 0);
#if SIMGRID_VERSION >= 40000
    sg4::Comm::on_completion_cb([](sg4::Comm const& a) { na_completed(a); });
    sg4::Exec::on_completion_cb([](sg4::Exec const& a) { na_completed(a); });
#else
    sg4::Activity::on_completion_cb(na_completed);
#endif
    for (long k = 0; k < credits; k++)
      for (long w = 0; w < W && sent < T; w++)
        na_give(w);
  } else if (mode == "slots") {
    std::vector<sg4::MutexPtr> cpu(W);
    for (long k = 0; k < credits; k++)
      for (long w = 0; w < W && k * W + w < T; w++) {
        if (credits > 1 && not cpu[w])
          cpu[w] = sg4::Mutex::create();
        actor(whost[w], slot, w, cpu[w]);
      }
  } else {
    wid.resize(W);
    std::vector<sg4::Mailbox*> in(W);
    auto* out = sg4::Mailbox::by_name("out");
    for (long w = 0; w < W; w++) {
      wid[w] = w;
      in[w]  = sg4::Mailbox::by_name("in" + std::to_string(w));
      actor(whost[w], worker_serial, w, in[w], out)->daemonize();
    }
    actor(mhost, master_serial, in, out);
  }
  double t1 = now();
  e.run();
  double t2 = now(), c2 = cpu_now();
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  double cpu = u.ru_utime.tv_sec + u.ru_stime.tv_sec + 1e-6 * (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
  printf("mode=%s topo=%s policy=%s W=%ld T=%ld makespan=%.6f build_s=%.3f run_s=%.3f wall_s=%.3f cpu_s=%.3f sim_cpu_s=%.6f tasks_per_cpu_s=%.0f rss_MB=%.1f received=%ld\n",
         mode.c_str(), P["topo"].c_str(), P["policy"].c_str(), W, T, makespan, t1 - t0, t2 - t1, t2 - t0, cpu,
         c2 - c0, T / cpu, peak_rss_MB(), received);
  if (verbose > 0) {
    std::map<int, long> per;
    for (long w = 0; w < W; w++)
      per[wcluster[w]] += done[w];
    for (auto const& [c, n] : per)
      printf("  cluster %d: %ld tasks\n", c, n);
  }
  fflush(stdout);
  _exit(received == T ? 0 : 1); // skip teardown: not part of the simulation
}
