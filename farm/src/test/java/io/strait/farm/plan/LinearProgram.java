package io.strait.farm.plan;

import java.util.ArrayList;
import java.util.List;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Variable;

/**
 * The highest rate as a linear program, written down from the model and not from our algorithm: one
 * flow per cluster of workers, in tasks per second, on every direction of every gap; each direction
 * of a full-duplex network on its own.
 */
final class LinearProgram {
  private LinearProgram() {}

  static double rate(FarmNetwork net, int master, double[] supply, int[] s) {
    int home = net.clusterOf[master];
    var model = new ExpressionsBasedModel();
    var rates = new ArrayList<Variable>();
    for (int c = 0; c < net.clusters; c++) {
      rates.add(model.newVariable("r" + c).lower(0).upper(supply[c]).weight(1));
      double lan = net.lanBandwidth[c];
      if (c != home && Double.isFinite(lan)) {
        bound(model, lan, List.of(rates.get(c)), volumes(net, net.lanFull[c], 1, true));
        if (net.lanFull[c]) {
          bound(model, lan, List.of(rates.get(c)), volumes(net, true, 1, false));
        }
      }
    }
    // flow[g][direction][c]: tasks of cluster c whose results cross gap g that way
    var flow = new Variable[net.gaps][2][net.clusters];
    for (int g = 0; g < net.gaps; g++) {
      for (int d = 0; d < 2; d++) {
        for (int c = 0; c < net.clusters; c++) {
          flow[g][d][c] = model.newVariable("f" + g + "_" + d + "_" + c).lower(0);
        }
      }
    }
    for (int c = 0; c < net.clusters; c++) {
      for (int at = 0; at < net.clusters; at++) {
        if (at == home) {
          continue;
        }
        var balance = model.newExpression("b" + c + "_" + at).level(0);
        if (at == c) {
          balance.set(rates.get(c), 1);
        }
        for (int g = 0; g < net.gaps; g++) {
          if (net.gapFrom[g] == at) {
            balance.set(flow[g][0][c], -1);
            balance.set(flow[g][1][c], 1);
          } else if (net.gapTo[g] == at) {
            balance.set(flow[g][0][c], 1);
            balance.set(flow[g][1][c], -1);
          }
        }
      }
    }
    for (int g = 0; g < net.gaps; g++) {
      for (int d = 0; d < (net.gapFull[g] ? 2 : 1); d++) {
        double most = d == 0 ? net.gapThere[g] : net.gapBack[g];
        if (Double.isInfinite(most)) {
          continue;
        }
        var load = model.newExpression("g" + g + "_" + d).upper(most);
        for (int c = 0; c < net.clusters; c++) {
          double back = net.output / (c == home ? 1 : s[c]);
          if (net.gapFull[g]) {
            load.set(flow[g][d][c], back);
            load.set(flow[g][1 - d][c], net.input);
          } else {
            load.set(flow[g][0][c], net.input + back);
            load.set(flow[g][1][c], net.input + back);
          }
        }
      }
    }
    if (Double.isFinite(net.lanBandwidth[home])) {
      for (int d = 0; d < (net.lanFull[home] ? 2 : 1); d++) {
        var load = model.newExpression("home" + d).upper(net.lanBandwidth[home]);
        for (int c = 0; c < net.clusters; c++) {
          load.set(rates.get(c), volumes(net, net.lanFull[home], c == home ? 1 : s[c], d == 0));
        }
      }
    }
    if (Double.isFinite(net.masterRate[master])) {
      var all = model.newExpression("master").upper(net.masterRate[master]);
      rates.forEach(rate -> all.set(rate, 1));
    }
    return model.maximise().getValue();
  }

  private static double volumes(FarmNetwork net, boolean full, int s, boolean results) {
    return full ? (results ? net.output / s : net.input) : net.input + net.output / s;
  }

  private static void bound(
      ExpressionsBasedModel model, double limit, List<Variable> variables, double volume) {
    var load = model.newExpression("lan" + model.countExpressions()).upper(limit);
    variables.forEach(variable -> load.set(variable, volume));
  }
}
