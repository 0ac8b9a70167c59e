package io.strait.cli.series;

import io.strait.measure.outlook.GridPlaces;
import io.strait.measure.outlook.SeriesForecast;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.util.List;

/**
 * Forecasts for people and for programs.
 *
 * @param isPlan whether a plan goes by them
 */
record ForecastTable(GridPlaces places, List<SeriesForecast> forecasts, boolean isPlan) {
  String text(Style style) {
    var table =
        new Table(
            "series",
            " values",
            " last",
            " forecast",
            " 90 % interval",
            "over",
            "led by",
            " error so far");
    for (var each : forecasts) {
      var quantity = each.stored().name().quantity();
      var forecast = each.forecast();
      table.row(
          places.words(each.stored().name()),
          Integer.toString(each.stored().count()),
          quantity.text(each.stored().lastValue()),
          quantity.text(forecast.value()),
          "%s to %s".formatted(quantity.text(forecast.low()), quantity.text(forecast.high())),
          each.asked() == 0 ? "the next value" : Durations.rounded(each.asked()),
          each.leader(),
          Numbers.percent(each.error()));
    }
    var text = new StringBuilder(table.print(style));
    for (var each : forecasts) {
      for (var note : notes(each)) {
        text.append("\nNote: %s: %s.\n".formatted(places.words(each.stored().name()), note));
      }
    }
    return text.toString();
  }

  private List<String> notes(SeriesForecast each) {
    return isPlan ? each.planNotes() : each.notes();
  }

  List<Tree> json() {
    return forecasts.stream().map(this::json).toList();
  }

  private Tree json(SeriesForecast each) {
    var name = each.stored().name();
    return new Tree()
        .put("series", places.words(name))
        .put("quantity", name.quantity().word())
        .put("place", name.place())
        .putIfPresent("app", name.app())
        .put("unit", name.quantity().title())
        .put("values", each.stored().count())
        .put("last", each.stored().lastValue())
        .put("last_at_s", each.stored().lastSeconds())
        .put("forecast", each.forecast().value())
        .put("low", each.forecast().low())
        .put("high", each.forecast().high())
        .put("over_s", each.asked())
        .put("forecast_over_s", each.horizon())
        .put("led_by", each.leader())
        .putIfPresent("error", Double.isFinite(each.error()) ? each.error() : null)
        .put("notes", notes(each));
  }
}
